import { setImmediate as yieldTurn, setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import { addressAt, keyAt, type Place } from "./addresses";
import { type Copy, hashOf, makeCopy } from "./copy";
import {
  deleteCopy,
  findSaid,
  findSettled,
  forgetSettled,
  listKeys,
  saveCaughtUp,
  saveCopy,
  saveHosts,
  saveSettled,
} from "./files";
import type { FromPublisher, Host, Outcome, Told, ToPublisher, Wanted } from "./messages";
import { beginPass, type Pass, type Representations, type Site } from "./representation";

/**
 * What the publisher remembers of a copy that it made, or found as files: `order` of the pass that
 * it is of, and the `count` it is true up to.
 */
type Known = Pick<Copy, "digest" | "version" | "hash" | "until"> & {
  isSent: boolean;
  order: number;
  count: number;
};

/**
 * Those who publish at one address: they do so one by one. `order` of the last pass that has, for
 * as long as others wait.
 */
type Turn = { order: number; tail: Promise<unknown>; length: number };

type Organization = {
  id: string;
  /** The count of changes that is asked for, and the one up to which the core is published. */
  wanted: number;
  done: number;
  /** As the database had it when the last round began. */
  signature: string | null;
  isRunning: boolean;
  /** Somebody reads it: until then it waits in line, and what is made of it lies in files alone. */
  isAsked: boolean;
  /** Since when it waits in line; null when it does not. */
  queuedAt: number | null;
  copies: Map<string, Known>;
  /** The addresses that the last round told of. */
  core: readonly string[];
  /** Whether what earlier processes left as files is among them. */
  listedFiles: Set<string>;
  /** Addresses of it that are being asked for. */
  asked: number;
  /** What is kept of it as settled. */
  settledAs: string | null;
  /** What is being rendered, and since when (`performance.now()`): the key is for the log. */
  rendering: { part: "core" | "others"; key: string; begunAt: number };
  /**
   * The part that failed last, since when rounds fail, how many did in a row, and when the next is
   * due; times in ms.
   */
  failed: { part: "core" | "others"; since: number } | null;
  failures: number;
  retryAt: number | null;
  loggedAt: number;
};

export type PublisherOptions = {
  representations: Representations;
  post: (message: FromPublisher) => void;
  /**
   * What changes with every write below an organization, by its id; those that are gone are left
   * out.
   */
  readSignatures: (orgIDs: readonly string[]) => Promise<Map<string, string>>;
  /** The same of all that changed since a moment, by clocks that may differ. */
  readChanged: (since: Date) => Promise<Map<string, string>>;
  /** The same of some that come behind an id in the order of ids; of none behind the last. */
  readNext: (after: string) => Promise<Map<string, string>>;
  /** Hosts that were proven to be an organization's. */
  readHosts: () => Promise<Host[]>;
  /** The hosts that were proven when an earlier publisher last looked. */
  hosts?: Host[];
  /** `own` is the organization's own host, wherever this site is. */
  siteOf: (orgID: string, host: string | null, base: string, own: string | null) => Site;
  /** The organization whose page stands at the root of the installation's own host. */
  home: string | null;
  /** What the copies are written by: another build writes all of them anew. */
  edition: string;
  now: () => Date;
};

const PULSE_MS = 1_000;
/** How often it is written down that all files are true. */
const NOTE_INTERVAL_MS = 60_000;
/**
 * Changes are looked for so long before the last look: clocks differ, and a transaction is seen
 * some time after the moment that it names.
 */
const OVERLAP_MS = 60_000;
/** A database that says nothing for so long is not reached. */
const PATIENCE_MS = 3_000;
/**
 * After a round it rests this much longer than it worked: a burst of writes leaves the processor to
 * those who read.
 */
const REST_FACTOR = 3;
const [LEAST_REST_MS, MOST_REST_MS] = [50, 2_000];
/** The same for what nobody reads: it takes a tenth of a core at most. */
const UNREAD_REST_FACTOR = 9;
/** Between these turns of work, what lies in the background rests as long as it worked. */
const BACKGROUND_TURN_MS = 20;
/**
 * An organization that nobody reads is published when its changes had so long to come together, one
 * such after the other.
 */
const GATHER_MS = 500;
/** A failed rendering is tried again after so long, twice as long after each further failure. */
const [LEAST_RETRY_MS, MOST_RETRY_MS] = [1_000, 60_000];
/** Failed renderings of one organization are logged so often at most. */
const LOG_INTERVAL_MS = 10_000;
/** Copies that are made at the same time because somebody waits for them. */
const ASKED_AT_ONCE = 4;

type PublishOptions = { version?: string; renew?: boolean; send?: boolean };

/**
 * Makes the copies that the front sends, in a thread of its own: at every change, and when one is
 * asked for.
 */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #organizations = new Map<string, Organization>();
  readonly #asked = new Map<string, Promise<Told>>();
  readonly #waiting: (() => void)[] = [];
  readonly #queue: Organization[] = [];
  #isWorkingOff = false;
  /** When the database was last asked what has changed, in ms. */
  #lookedAt: number | null = null;
  /** Of those that changed lately: as they were when they were last published unread. */
  #recent = new Map<string, string>();
  /** Up to which id all organizations were looked through since the start; null once they are. */
  #sweptTo: string | null = "";
  #isSweeping = false;
  /** When all files were last true, and up to when that is written down; in ms. */
  #caughtUpAt = 0;
  #notedAt = 0;
  readonly #turns = new Map<string, Turn>();
  #busy = 0;
  #hosts: Host[];
  /** Whether the hosts are those of the database, and not of an earlier publisher. */
  #knowsHosts = false;
  #timer: NodeJS.Timeout | undefined;
  /**
   * Since when every pulse has found the database (`performance.now()`); Infinity while it does not
   * answer.
   */
  #reachedSince = -Infinity;
  #pulsing: Promise<void> | null = null;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#hosts = options.hosts ?? [];
  }

  get #isReached(): boolean {
    return this.#reachedSince < Infinity;
  }

  start(): void {
    this.#options.post({ kind: "ready", unavailable: this.#options.representations.unavailable() });
    this.#timer = setInterval(() => void this.#pulse(), PULSE_MS);
    void this.#pulse();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  receive(message: Exclude<ToPublisher, { kind: "stop" }>): void {
    if (message.kind === "ask") void this.#answer(message);
    else this.#want(this.#organization(message.orgID), message.count);
  }

  #organization(id: string): Organization {
    let known = this.#organizations.get(id);
    if (known === undefined) {
      known = {
        id,
        wanted: -1,
        done: -1,
        signature: null,
        isRunning: false,
        isAsked: false,
        queuedAt: null,
        copies: new Map(),
        core: [],
        listedFiles: new Set(),
        asked: 0,
        settledAs: null,
        rendering: { part: "core", key: "", begunAt: 0 },
        failed: null,
        failures: 0,
        retryAt: null,
        loggedAt: -Infinity,
      };
      this.#organizations.set(id, known);
    }
    return known;
  }

  #want(organization: Organization, count: number): void {
    organization.wanted = Math.max(organization.wanted, count);
    if (organization.isRunning) return;
    if (organization.isAsked) return void this.#run(organization);
    if (organization.queuedAt !== null) return;
    organization.queuedAt = performance.now();
    this.#queue.push(organization);
    if (!this.#isWorkingOff) void this.#workOff();
  }

  /**
   * Publishes what nobody reads, for the day on which somebody does and the database is away:
   * slowly, and behind all others.
   */
  async #workOff(): Promise<void> {
    this.#isWorkingOff = true;
    for (
      let organization = this.#queue.shift();
      organization !== undefined && this.#timer !== undefined;
      organization = this.#queue.shift()
    ) {
      await sleep(Math.max(0, organization.queuedAt! + GATHER_MS - performance.now()));
      organization.queuedAt = null;
      if (organization.isRunning || organization.done >= organization.wanted) continue;
      const begun = performance.now();
      await this.#run(organization);
      if (organization.signature !== null)
        this.#recent.set(organization.id, organization.signature);
      if (
        !organization.isAsked &&
        organization.asked === 0 &&
        organization.signature !== null &&
        organization.retryAt === null
      )
        this.#organizations.delete(organization.id);
      await sleep(UNREAD_REST_FACTOR * (performance.now() - begun));
    }
    this.#isWorkingOff = false;
  }

  /** Where the organization's page stands: in each place its links are others. */
  #places({ id }: Pick<Organization, "id">): Place[] {
    const hosts = this.#hosts
      .filter(({ orgID }) => orgID === id)
      .map(({ host }) => ({ host, base: "" }));
    return [
      { host: null, base: `/status/${id}` },
      ...(this.#options.home === id ? [{ host: null, base: "" }] : []),
      ...hosts,
    ];
  }

  #site({ orgID, host, base }: Pick<Wanted, "orgID" | "host" | "base">): Site {
    const own = this.#hosts.find((known) => known.orgID === orgID)?.host ?? null;
    return this.#options.siteOf(orgID, host, base, own);
  }

  /**
   * Publishes until there is nothing more to publish: the core at once, then what else has changed.
   */
  async #run(organization: Organization): Promise<void> {
    organization.isRunning = true;
    try {
      while (organization.done < organization.wanted && this.#timer !== undefined) {
        const begun = performance.now();
        const isThere = await this.#publishCore(organization);
        if (!isThere) break;
        if (organization.isAsked)
          await sleep(
            Math.min(
              MOST_REST_MS,
              Math.max(LEAST_REST_MS, REST_FACTOR * (performance.now() - begun)),
            ),
          );
        if (organization.done === organization.wanted) await this.#publishOthers(organization);
      }
    } catch (error) {
      // Tried again with the first pulse that finds the database there.
      organization.signature = null;
      organization.done = organization.wanted;
      await this.#noteFailure(organization, error);
    } finally {
      organization.isRunning = false;
    }
    // What arrived between the last look and this line.
    if (
      organization.done < organization.wanted &&
      this.#organizations.get(organization.id) === organization
    )
      this.#want(organization, organization.wanted);
  }

  /**
   * Logs that an address could not be rendered. Returns whether its rendering is at fault: the
   * database answered all the time since it began.
   */
  async #logFailure(
    organization: Organization,
    key: string,
    error: unknown,
    begunAt: number,
  ): Promise<boolean> {
    // A pulse that runs already may have asked before the failure.
    await this.#pulsing;
    await this.#pulse();
    if (begunAt < this.#reachedSince) return false;
    const at = this.#options.now().getTime();
    if (at - organization.loggedAt >= LOG_INTERVAL_MS) {
      organization.loggedAt = at;
      const { message, stack } =
        error instanceof Error ? error : { message: String(error), stack: undefined };
      log.error(
        { organization_id: organization.id, address: key, error: { message, stack } },
        "rendering a public page failed",
      );
    }
    return true;
  }

  /**
   * A round has failed: until that part of one succeeds, nothing of the organization is current.
   */
  async #noteFailure(organization: Organization, error: unknown): Promise<void> {
    const { part, key, begunAt } = organization.rendering;
    if (!(await this.#logFailure(organization, key, error, begunAt))) return;
    organization.failed = {
      part,
      since: organization.failed?.since ?? this.#options.now().getTime(),
    };
    this.#retryLater(organization);
    this.#options.post({
      kind: "failing",
      orgID: organization.id,
      since: organization.failed.since,
    });
  }

  #noteSuccess(organization: Organization): void {
    if (organization.failed?.part !== organization.rendering.part) return;
    organization.failed = null;
    this.#options.post({ kind: "failing", orgID: organization.id, since: null });
  }

  #retry(organization: Organization): void {
    organization.done = organization.wanted - 1;
    this.#want(organization, organization.wanted);
  }

  #retryLater(organization: Organization): void {
    organization.retryAt =
      this.#options.now().getTime() +
      Math.min(MOST_RETRY_MS, LEAST_RETRY_MS * 2 ** organization.failures++);
  }

  async #publishCore(organization: Organization): Promise<boolean> {
    const { id } = organization;
    organization.retryAt = null;
    organization.rendering = { part: "core", key: rootOf(id), begunAt: performance.now() };
    const count = organization.wanted;
    const signature = (await this.#options.readSignatures([id])).get(id) ?? null;
    const pass = beginPass(this.#options.now());
    const addresses = await this.#options.representations.core(id, pass);
    if (addresses === null) {
      await this.#forget(organization);
      return false;
    }
    for (const place of this.#places(organization)) {
      for (const address of addresses) {
        const wanted = wantedAt(id, place, address);
        organization.rendering.key = wanted.key;
        await this.#publish(organization, wanted, pass, count, { send: organization.isAsked });
      }
    }
    organization.signature = signature;
    organization.core = addresses;
    organization.done = count;
    this.#noteSuccess(organization);
    return true;
  }

  /**
   * What has another version than its copy, and copies of what may be no more. Stops when there is
   * news.
   */
  async #publishOthers(organization: Organization): Promise<void> {
    const { id } = organization;
    const count = organization.done;
    const isOutdated = () => organization.done !== organization.wanted || this.#timer === undefined;
    const pass = beginPass(this.#options.now());
    organization.rendering = { part: "others", key: rootOf(id), begunAt: performance.now() };
    const others = await this.#options.representations.others(id, pass);
    const valid = new Set<string>();
    let isComplete = true;
    /** A page that fails stops no other. */
    const attempt = async (wanted: Wanted, publish: () => Promise<unknown>) => {
      const begunAt = performance.now();
      try {
        await publish();
      } catch (error) {
        if (!(await this.#logFailure(organization, wanted.key, error, begunAt))) throw error;
        this.#options.post({ kind: "failed", key: wanted.key });
        isComplete = false;
      }
    };
    let turn = performance.now();
    const breathe = async () => {
      const worked = performance.now() - turn;
      if (worked < BACKGROUND_TURN_MS) return yieldTurn();
      await sleep(worked);
      turn = performance.now();
    };
    for (const place of this.#places(organization)) {
      await this.#listFiles(organization, place);
      for (const address of organization.core) valid.add(wantedAt(id, place, address).key);
      // What a page says of its own address may change without any change of what it tells.
      const site = hashOf(JSON.stringify(this.#site({ orgID: id, ...place })));
      for (const { address, version: told } of others) {
        const version = `${told} ${site}`;
        const wanted = wantedAt(id, place, address);
        valid.add(wanted.key);
        if (organization.copies.get(wanted.key)?.version === version) continue;
        if (isOutdated()) return;
        await attempt(wanted, () =>
          this.#publish(organization, wanted, beginPass(pass.now), count, { version, send: false }),
        );
        await breathe();
      }
      // Was asked for at some time, and is in no list: an empty month, or something that was
      // deleted.
      for (const key of organization.copies.keys()) {
        const address = addressAt(key, place);
        if (address === null || valid.has(key)) continue;
        if (isOutdated()) return;
        const wanted = wantedAt(id, place, address);
        await attempt(wanted, () =>
          this.#publish(organization, wanted, pass, count, { send: false }),
        );
        await breathe();
      }
    }
    this.#noteSuccess(organization);
    if (!isComplete) return this.#retryLater(organization);
    organization.failures = 0;
    this.#options.post({ kind: "settled", orgID: id, count });
    const state = this.#stateOf(organization, organization.signature ?? "");
    if (organization.settledAs !== state) await saveSettled(id, state);
    organization.settledAs = state;
  }

  /** What all copies of an organization are of, beside the time. */
  #stateOf(organization: Pick<Organization, "id">, signature: string): string {
    return hashOf(
      JSON.stringify([
        this.#options.edition,
        signature,
        this.#places(organization).map((place) => this.#site({ orgID: organization.id, ...place })),
      ]),
    );
  }

  async #listFiles(organization: Organization, place: Place): Promise<void> {
    const { key: root } = wantedAt(organization.id, place, "");
    if (organization.listedFiles.has(root) && place.host === null) return;
    organization.listedFiles.add(root);
    for (const key of await listKeys(root)) {
      // Below the root of the installation's own host lie all other pages too.
      if (organization.copies.has(key) || addressAt(key, place) === null) continue;
      const said = await findSaid(key);
      if (said?.orgID !== organization.id || organization.copies.has(key)) continue;
      organization.copies.set(key, {
        ...said,
        version: said.edition === this.#options.edition ? said.version : "",
        isSent: false,
        order: 0,
        count: -1,
      });
    }
  }

  /**
   * Makes a copy of what stands at an address, or confirms the one there is. `renew`: though
   * nothing has changed. A round and
   * somebody who asks may do so at once: one by one, lest the earlier truth be written over the
   * later, or their files be mixed.
   */
  async #publish(
    organization: Organization,
    wanted: Wanted,
    pass: Pass,
    count: number,
    options: PublishOptions,
  ): Promise<Outcome> {
    const { key } = wanted;
    const turn = this.#turns.get(key) ?? { order: 0, tail: Promise.resolve(), length: 0 };
    this.#turns.set(key, turn);
    turn.length++;
    const outcome = turn.tail.then(async () => {
      // What this pass has read may be older than what was told meanwhile.
      const newest = Math.max(turn.order, organization.copies.get(key)?.order ?? 0);
      const current = pass.order < newest ? beginPass(this.#options.now()) : pass;
      turn.order = current.order;
      return this.#publishInTurn(organization, wanted, current, count, options);
    });
    turn.tail = outcome.catch(() => undefined);
    try {
      return await outcome;
    } finally {
      if (--turn.length === 0) this.#turns.delete(key);
    }
  }

  async #publishInTurn(
    organization: Organization,
    wanted: Wanted,
    pass: Pass,
    asked: number,
    { version = "", renew = false, send = true }: PublishOptions,
  ): Promise<Outcome> {
    const { key, orgID, address } = wanted;
    const site = this.#site(wanted);
    const found = this.#route(address);
    const draft =
      found === null || !this.#isServed(wanted)
        ? null
        : await found.route.render(site, found.parts, pass);
    if (draft === null) return this.#takeAway(organization, key);
    const digest = hashOf(JSON.stringify([this.#options.edition, site, draft.facts]));
    const made = organization.copies.get(key);
    const known = made ?? (await findSaid(key));
    const until = draft.until?.getTime() ?? null;
    const isSent = send || made?.isSent === true;
    const count = Math.max(asked, made?.count ?? -1);
    const isTrue =
      known !== null &&
      known.digest === digest &&
      (known.until === null || known.until > pass.now.getTime());
    if (isTrue && !renew) {
      organization.copies.set(key, {
        digest,
        version,
        hash: known.hash,
        until,
        isSent,
        order: pass.order,
        count,
      });
      // A front that has it from a file, of an organization that is not watched, would believe it
      // for ever.
      if (isSent) this.#options.post({ kind: "same", key, hash: known.hash, count, until });
      return "published";
    }
    const content = await draft.write();
    const notice =
      typeof content.body === "string" && content.type.startsWith("text/html")
        ? this.#options.representations.staleNotice(languageOf(content.body))
        : "";
    const copy = await makeCopy(
      {
        key,
        orgID,
        digest,
        version,
        edition: this.#options.edition,
        until,
        notice,
        made: pass.now,
      },
      content,
    );
    organization.copies.set(key, {
      digest,
      version,
      hash: copy.hash,
      until,
      isSent,
      order: pass.order,
      count,
    });
    // What nobody has asked for yet waits as a file.
    if (isSent) this.#options.post({ kind: "copy", copy, count });
    await saveCopy(copy);
    // Its host may have been given up while it was written.
    return this.#isServed(wanted) ? "published" : this.#takeAway(organization, key);
  }

  async #takeAway(organization: Organization | undefined, key: string): Promise<"missing"> {
    organization?.copies.delete(key);
    this.#options.post({ kind: "gone", key });
    await deleteCopy(key);
    return "missing";
  }

  #isServed({ host, orgID }: Wanted): boolean {
    return (
      host === null ||
      !this.#knowsHosts ||
      this.#hosts.some((known) => known.host === host && known.orgID === orgID)
    );
  }

  #route(address: string) {
    for (const route of this.#options.representations.routes) {
      const match = route.pattern.exec(address);
      if (match !== null)
        return {
          route,
          parts: Object.fromEntries(
            Object.entries(match.groups ?? {}).filter(([, part]) => part !== undefined),
          ),
        };
    }
    return null;
  }

  async #answer({
    id,
    wanted,
    count,
    renew,
  }: Extract<ToPublisher, { kind: "ask" }>): Promise<void> {
    let making = this.#asked.get(wanted.key);
    if (making === undefined) {
      making = this.#make(wanted, count, renew).finally(() => this.#asked.delete(wanted.key));
      this.#asked.set(wanted.key, making);
    }
    const made = await making;
    this.#options.post({ kind: "answer", id, ...made });
    const organization = this.#organizations.get(wanted.orgID);
    if (organization === undefined || made.outcome !== "published") return;
    // What is asked for once is kept true from then on, with all that goes with it.
    organization.isAsked = true;
    if (organization.done < Math.max(count, organization.wanted)) this.#want(organization, count);
  }

  async #make(wanted: Wanted, count: number, renew: boolean): Promise<Told> {
    if (this.#busy >= ASKED_AT_ONCE)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy++;
    const begunAt = performance.now();
    const { orgID } = wanted;
    const organizations = new Set<Organization>();
    const enter = () => {
      const organization = this.#organization(orgID);
      if (!organizations.has(organization)) organization.asked++;
      organizations.add(organization);
      return organization;
    };
    try {
      for (;;) {
        const organization = enter();
        const upTo = Math.max(count, organization.done);
        const pass = beginPass(this.#options.now());
        const outcome = await this.#publish(organization, wanted, pass, upTo, { renew });
        // A round that has passed by meanwhile did not know of this copy, and has said of all that
        // they are true.
        if (
          outcome === "published" &&
          (organization.done > upTo || this.#organizations.get(orgID) !== organization)
        )
          continue;
        return outcome === "published"
          ? { outcome, hash: organization.copies.get(wanted.key)?.hash }
          : {
              outcome,
              content: await this.#options.representations.notFound(
                this.#site(wanted),
                wanted.address,
                pass,
              ),
            };
      }
    } catch (error) {
      // Whether all copies are in doubt, or this address alone has a fault, the database itself
      // must say.
      if (await this.#logFailure([...organizations].at(-1)!, wanted.key, error, begunAt))
        this.#options.post({ kind: "failed", key: wanted.key });
      return { outcome: "unavailable" };
    } finally {
      for (const organization of organizations) {
        // Strangers may ask for whom they like: of whoever is not there, nothing is kept.
        if (
          --organization.asked === 0 &&
          organization.wanted < 0 &&
          organization.copies.size === 0 &&
          this.#organizations.get(orgID) === organization
        )
          this.#organizations.delete(orgID);
      }
      this.#busy--;
      this.#waiting.shift()?.();
    }
  }

  async #forget(organization: Organization): Promise<void> {
    this.#organizations.delete(organization.id);
    if (organization.failed !== null)
      this.#options.post({ kind: "failing", orgID: organization.id, since: null });
    await forgetSettled(organization.id);
    for (const place of this.#places(organization)) await this.#listFiles(organization, place);
    for (const key of [...organization.copies.keys()]) await this.#takeAway(organization, key);
  }

  /**
   * Once a second, or as soon as the database has answered: whether it does, what other processes
   * have written, and whose hosts there are.
   */
  #pulse(): Promise<void> {
    this.#pulsing ??= this.#lookAround().finally(() => (this.#pulsing = null));
    return this.#pulsing;
  }

  async #lookAround(): Promise<void> {
    const { post, readSignatures, readChanged, readHosts, now } = this.#options;
    const at = now().getTime();
    try {
      const since = new Date((this.#lookedAt ?? at) - OVERLAP_MS);
      const known = [...this.#organizations.values()].filter(
        ({ isAsked, signature }) => isAsked || signature === null,
      );
      const [signatures, changed, hosts] = await withPatience(
        Promise.all([readSignatures(known.map(({ id }) => id)), readChanged(since), readHosts()]),
      );
      if (!this.#isReached) this.#reachedSince = performance.now();
      this.#lookedAt = at;
      if (JSON.stringify(hosts) !== JSON.stringify(this.#hosts)) await this.#move(hosts);
      this.#knowsHosts = true;
      for (const organization of known) {
        if (
          organization.done === organization.wanted &&
          organization.done >= 0 &&
          !organization.isRunning &&
          organization.retryAt === null &&
          (signatures.get(organization.id) ?? null) !== organization.signature
        ) {
          post({ kind: "elsewhere", orgID: organization.id });
        }
      }
      for (const organization of this.#organizations.values())
        if (organization.retryAt !== null && organization.retryAt <= at && !organization.isRunning)
          this.#retry(organization);
      for (const id of this.#recent.keys()) if (!changed.has(id)) this.#recent.delete(id);
      for (const [id, signature] of changed)
        if (this.#recent.get(id) !== signature) this.#wantUnread(id);
      if (this.#sweptTo !== null && !this.#isSweeping) void this.#sweep();
    } catch (error) {
      if (this.#isReached)
        log.warn({ error: String(error) }, "the database is unreachable; serving cached pages");
      this.#reachedSince = Infinity;
    }
    const isCaughtUp = this.#isReached && this.#sweptTo === null && !this.#isWorkingOff;
    post({ kind: "pulse", isReached: this.#isReached, at, isCaughtUp });
    if (isCaughtUp) this.#caughtUpAt = at;
    // Seldom, and once more when the database has gone.
    if (this.#caughtUpAt - this.#notedAt >= (this.#isReached ? NOTE_INTERVAL_MS : 1))
      await saveCaughtUp((this.#notedAt = this.#caughtUpAt));
  }

  /**
   * Publishes an organization that nobody reads here: in line, and not of those that are watched or
   * in line already.
   */
  #wantUnread(id: string): void {
    if (!this.#organizations.has(id)) this.#want(this.#organization(id), 0);
  }

  /**
   * At the start, some at every pulse: organizations whose copies an earlier process did not come
   * to, or that another has written to since.
   */
  async #sweep(): Promise<void> {
    this.#isSweeping = true;
    try {
      const next =
        this.#queue.length > 0 || this.#sweptTo === null
          ? null
          : await this.#options.readNext(this.#sweptTo);
      if (next === null) return;
      for (const [id, signature] of next) {
        if (this.#timer === undefined) return;
        if (!(await this.#isPublished(id, signature))) this.#wantUnread(id);
        await yieldTurn();
      }
      this.#sweptTo = [...next.keys()].at(-1) ?? null;
    } catch (error) {
      // The next pulse tells whether the database answers; the next sweep begins where this one
      // did.
      log.warn({ error: String(error) }, "checking organizations for changes failed");
    } finally {
      this.#isSweeping = false;
    }
  }

  /**
   * Whether all copies of an organization lie here, and are true by what it was like and by the
   * time.
   */
  async #isPublished(id: string, signature: string): Promise<boolean> {
    if ((await findSettled(id)) !== this.#stateOf({ id }, signature)) return false;
    const said = await findSaid(wantedAt(id, { host: null, base: `/status/${id}` }, "").key);
    return said !== null && (said.until === null || said.until > this.#options.now().getTime());
  }

  /**
   * Hosts have come or gone: what was published at those that are gone goes, and the pages of both
   * get links to where they stand now.
   */
  async #move(hosts: Host[]): Promise<void> {
    const { post } = this.#options;
    const placeOf = ({ host, orgID }: Host) => `${host} ${orgID}`;
    const [before, after] = [new Set(this.#hosts.map(placeOf)), new Set(hosts.map(placeOf))];
    const gone = this.#hosts.filter((host) => !after.has(placeOf(host)));
    const come = hosts.filter((host) => !before.has(placeOf(host)));
    this.#hosts = hosts;
    for (const { host, orgID } of gone) {
      for (const key of await listKeys(`//${host}`))
        await this.#takeAway(this.#organizations.get(orgID), key);
    }
    post({ kind: "hosts", hosts });
    for (const { orgID } of [...gone, ...come]) {
      if (this.#organizations.has(orgID)) post({ kind: "elsewhere", orgID });
      else this.#wantUnread(orgID);
    }
    await saveHosts(hosts);
  }
}

async function withPatience<T>(work: Promise<T>): Promise<T> {
  const controller = new AbortController();
  const late = sleep(PATIENCE_MS, undefined, { signal: controller.signal }).then(() => {
    throw new Error(`no response within ${PATIENCE_MS} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    controller.abort();
    late.catch(() => undefined);
    work.catch(() => undefined);
  }
}

const rootOf = (orgID: string): string => keyAt({ host: null, base: `/status/${orgID}` }, "");

const wantedAt = (orgID: string, place: Place, address: string): Wanted => ({
  key: keyAt(place, address),
  orgID,
  ...place,
  address,
});

const languageOf = (document: string): string =>
  /<html[^<>]* lang="([^"<>]+)"/.exec(document)?.[1] ?? "en";
