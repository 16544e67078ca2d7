import { textOf } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { find } from '../reading/lookup.ts'
import { isReadable, readTables } from '../reading/read.ts'
import type { StoredRow } from '../tables/rows.ts'
import { TrashBin } from '../trash/content/bin.ts'
import type { KeptPart } from '../trash/content/kept.ts'
import { newRowId } from '../writing/ids.ts'
import { linkingIds } from '../writing/linking.ts'

/** One record with all that goes with it, in the form in which the trash keeps it. */
export interface RecordContent {
  id: string
  parts: KeptPart[]
  /** Plain texts of its secrets, by their ids in `parts`. Never logged. */
  secrets: Record<string, string>
  /** The stored bytes that its File records name. */
  files: { url: string; hash: string; name: string }[]
}

/** Reads records as content, for a site that has lost them or holds them in another state. */
export class ContentReader {
  readonly #engine: Engine
  readonly #ctx: Context
  /** Entities whose records go with the record that they are about, such as `File`. */
  readonly #along: readonly string[]

  constructor(engine: Engine, ctx: Context, along: readonly string[]) {
    this.#engine = engine
    this.#ctx = ctx
    this.#along = along
  }

  /** Undefined for a record that is not there, or that the caller may not see. */
  async read(model: Model, id: string): Promise<RecordContent | undefined> {
    const { store } = this.#engine
    if (!(await isReadable(this.#engine, this.#ctx, store, model.id, id))) return undefined
    const bin = new TrashBin(newRowId())
    const files: RecordContent['files'] = []
    const seen = new Set<string>()
    await this.#add({ bin, files, seen }, model, id, 'main')
    return { id, ...bin.content(this.#engine), files }
  }

  async #add(into: Collected, model: Model, id: string, kind: 'main' | 'record'): Promise<void> {
    const key = JSON.stringify([model.id, id])
    const { store } = this.#engine
    const row = into.seen.has(key) ? undefined : await this.#engine.rows(model).byId(store, id)
    if (!row) return
    into.seen.add(key)
    const tables = await readTables(this.#engine, store, model, id)
    into.bin.add(this.#engine, model, { row, tables }, kind)
    if (model.id === 'File' && textOf(row.file_url) !== '') {
      const [url, hash, name] = [row.file_url, row.content_hash, row.file_name].map(textOf) as [string, string, string]
      into.files.push({ url, hash, name })
    }
    await this.#addAbout(into, model, id)
    if (this.#along.includes('File')) await this.#addNamed(into, model, row)
  }

  /** Adds what would go to the trash with the record. */
  async #addAbout(into: Collected, model: Model, id: string): Promise<void> {
    for (const link of this.#engine.models.incoming(model.id)) {
      if (link.field.whenTargetDeleted !== 'delete' || !this.#along.includes(link.model.id)) continue
      const users = await linkingIds(this.#engine, this.#engine.store, model, link, id)
      for (const user of users) await this.#add(into, link.model, user.id, 'record')
    }
  }

  /** Adds the files that its fields show, which may have been uploaded for another record. */
  async #addNamed(into: Collected, model: Model, row: Readonly<StoredRow>): Promise<void> {
    for (const { kind, name } of model.stored) {
      const url = textOf(row[name])
      if (kind !== 'file' || url === '') continue
      const [file] = await find(this.#engine, 'File', { where: { file_url: url }, order: 'made', limit: 1 })
      if (file) await this.#add(into, this.#engine.models.require('File'), file.id, 'record')
    }
  }
}

interface Collected {
  bin: TrashBin
  files: RecordContent['files']
  seen: Set<string>
}
