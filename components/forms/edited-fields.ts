/** A field of an edit form: its label, its value in the form, and its value in the request. */
type EditedField<Resource, Value> = {
  label: string;
  read: (resource: Resource) => Value;
  /** By default the value itself. */
  write?: (value: Value) => unknown;
  /** Sent only if changed, because the form drops the seconds of a time. */
  isRounded?: true;
  /** The value in the conflict dialog; by default as text. */
  show?: (value: Value) => React.ReactNode;
};

type Fields<Resource, Values> = { [Name in keyof Values]-?: EditedField<Resource, Values[Name]> };

/** The table of an edit form's fields, from which its values, request body and conflict labels follow. */
export function defineEditedFields<Resource, Values extends object, Body extends object>(
  fields: Fields<Resource, Values>,
) {
  const names = Object.keys(fields) as (keyof Values & string)[];
  const valuesOf = (resource: Resource) =>
    Object.fromEntries(names.map((name) => [name, fields[name].read(resource)])) as Values;
  const write = (name: keyof Values & string, values: Values): unknown =>
    (fields[name].write ?? ((value: unknown) => value))(values[name]);
  const toBody = (values: Values, included: readonly (keyof Values & string)[] = names) =>
    Object.fromEntries(included.map((name) => [name, write(name, values)])) as Body;
  return {
    valuesOf,
    toBody,
    /** The body of a change, without the times that are unchanged. */
    toChange: (values: Values, resource: Resource): Body => {
      const before = valuesOf(resource);
      const isSent = (name: keyof Values) =>
        fields[name].isRounded !== true || values[name] !== before[name];
      return toBody(values, names.filter(isSent));
    },
    /** For `ConflictDialog`. */
    labels: names.map((name) => {
      const { label, show } = fields[name];
      return { name, label, ...(show && { show: show as (value: never) => React.ReactNode }) };
    }),
  };
}
