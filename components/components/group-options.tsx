type GroupOptionsProps = { groups: readonly { id: string; name: string }[] };

export const GroupOptions = ({ groups }: GroupOptionsProps) => (
  <>
    <option value="">No group</option>
    {groups.map(({ id, name }) => (
      <option key={id} value={id} dir="auto">
        {name}
      </option>
    ))}
  </>
);
