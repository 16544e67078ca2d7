import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Fetch } from '../expressions/fetches.ts'
import type { Field } from '../model/field.ts'
import type { Context } from '../people/actor.ts'
import { isLinkable } from '../people/linkable.ts'
import { presentValue } from '../reading/present.ts'
import type { StoredRow } from '../tables/rows.ts'

/** Takes values from linked records. Rows often link to the same one, so each is read once. */
export class Fetcher {
  readonly #engine: Engine
  readonly #reader: Reader
  readonly #targets = new Map<string, Promise<StoredRow | undefined>>()

  constructor(engine: Engine, reader: Reader) {
    this.#engine = engine
    this.#reader = reader
  }

  /**
   * The value that comes along with a link, in the stored form of the fetching field; undefined when this user may not
   * link to the record. It is read as the server, so that a price comes along though its list is closed.
   */
  async valueOf(ctx: Context, fetch: Fetch, id: string): Promise<StoredRow[string] | undefined> {
    const source = this.#engine.models.get(fetch.target)?.byName.get(fetch.from)
    const found = source && (await this.#target(ctx, fetch, id))
    return found && this.#inField(fetch.field, presentValue(this.#engine, source, found[source.name]))
  }

  /** Whether the record is there for this user to link to. */
  async mayLink(ctx: Context, fetch: Fetch, id: string): Promise<boolean> {
    return (await this.#target(ctx, fetch, id)) !== undefined
  }

  #target(ctx: Context, { target }: Fetch, id: string): Promise<StoredRow | undefined> {
    const key = JSON.stringify([target, id, ctx.system === true])
    let row = this.#targets.get(key)
    if (!row) {
      row = this.#read(ctx, target, id)
      this.#targets.set(key, row)
    }
    return row
  }

  async #read(ctx: Context, entity: string, id: string): Promise<StoredRow | undefined> {
    const target = this.#engine.models.require(entity)
    const mayLink = await isLinkable(this.#engine, ctx, this.#reader, target, id)
    return mayLink ? this.#engine.rows(target).byId(this.#reader, id) : undefined
  }

  /** A value that the field refuses does not come along. */
  #inField({ type, rule }: Field, value: unknown): StoredRow[string] | undefined {
    const parsed = type.parse(value, rule, { toWallClock: (instant) => this.#engine.clock.instantToWall(instant) })
    return 'problem' in parsed ? undefined : parsed.value
  }
}
