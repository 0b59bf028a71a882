/**
 * What a generated client knows of the shapes of queries: names, and a graph that speaks of them by
 * their numbers, in base64url.
 */
export type QueryShapes = { strings: string[]; graph: string };

/**
 * V8 stores an object with a few integer keys from here on as a hash table. With smaller keys it
 * allocates an array up to the highest key, which costs 8 MB per client and thread.
 */
const FIRST = 2_048;

/**
 * The same shapes, with names that are numbered from `FIRST` on. Throws where the graph is not
 * written as Prisma 7.10 writes it.
 */
export function renumber({ strings, graph }: QueryShapes): QueryShapes {
  const bytes = Buffer.from(graph, "base64url");
  const written: number[] = [];
  let place = 0;
  const next = () => {
    if (place === bytes.length) throw new Error("The graph ends too early.");
    return bytes[place++]!;
  };
  const copy = (count: number) => {
    for (let n = 0; n < count; n++) written.push(next());
  };
  /** Copies a number in base 128, least digits first. */
  const number = (change = (value: number) => value): number => {
    let value = 0;
    let byte: number;
    let shift = 0;
    do {
      byte = next();
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte >= 128);
    let rest = change(value);
    for (; rest >= 128; rest >>>= 7) written.push((rest & 127) | 128);
    written.push(rest);
    return value;
  };
  const known = (index: number) => {
    if (index >= strings.length) throw new Error("The graph names what is in no list.");
    return index + FIRST;
  };
  const name = () => number(known);
  /** Zero stands for none, and all others are one more than they are. */
  const nameOrNone = () => number((value) => (value === 0 ? 0 : known(value - 1) + 1));
  const [inputs, outputs, roots] = [number(), number(), number()];
  for (let node = 0; node < inputs; node++) {
    for (let edges = number(); edges > 0; edges--) {
      name();
      copy(2); // the scalars that are taken
      number(); // the node below
      nameOrNone(); // an enum
      copy(1); // flags
    }
  }
  for (let node = 0; node < outputs; node++) {
    for (let edges = number(); edges > 0; edges--) {
      name();
      number();
      number();
    }
  }
  for (let root = 0; root < roots; root++) {
    name();
    number();
    number();
  }
  if (place !== bytes.length) throw new Error("The graph goes on behind its end.");
  return {
    strings: [...new Array<string>(FIRST).fill(""), ...strings],
    graph: Buffer.from(written).toString("base64url"),
  };
}
