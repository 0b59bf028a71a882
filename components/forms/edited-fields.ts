type EditedField<Resource, Value> = {
  label: string;
  /** Returns the value of the field. By default, the resource has it under the field's name. */
  read?: (resource: Resource) => Value;
  write?: (value: Value) => unknown;
  /** If set, an unchanged value is not sent, because the input has dropped the seconds. */
  isRounded?: true;
  show?: (value: Value) => React.ReactNode;
};

/** Requires `read` for fields that the resource does not have, or has with another type. */
type Fields<Resource, Values> = {
  [Name in keyof Values]-?: EditedField<Resource, Values[Name]> &
    (Resource extends { [Key in Name]: Values[Name] }
      ? unknown
      : { read: (resource: Resource) => Values[Name] });
};

export function defineEditedFields<Resource, Values extends object, Body extends object>(
  fields: Fields<Resource, Values>,
) {
  const names = Object.keys(fields) as (keyof Values & string)[];
  const read = (name: keyof Values & string, resource: Resource): unknown =>
    (fields[name].read ?? ((loaded: Resource) => loaded[name as keyof object]))(resource);
  const toValues = (resource: Resource) =>
    Object.fromEntries(names.map((name) => [name, read(name, resource)])) as Values;
  const write = (name: keyof Values & string, values: Values): unknown =>
    (fields[name].write ?? ((value: unknown) => value))(values[name]);
  const toBody = (values: Values, included: readonly (keyof Values & string)[] = names) =>
    Object.fromEntries(included.map((name) => [name, write(name, values)])) as Body;
  return {
    toValues,
    toBody,
    /** Returns the request body, without unchanged values of `isRounded` fields. */
    toChange: (values: Values, resource: Resource): Body => {
      const before = toValues(resource);
      const isSent = (name: keyof Values) =>
        fields[name].isRounded !== true || values[name] !== before[name];
      return toBody(values, names.filter(isSent));
    },
    labels: names.map((name) => {
      const { label, show } = fields[name];
      return { name, label, ...(show && { show: show as (value: never) => React.ReactNode }) };
    }),
  };
}
