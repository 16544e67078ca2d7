import { ApiError, isUnanswered, justWritten, type TabOperation, toApiError } from '@tavla/client'
import { type EntityRecord, limits } from '@tavla/contract'
import {
  baseOf,
  type CellChanges,
  type CellSaveParts,
  refuseCells,
  type SaveCells,
  withoutCells,
} from './cell-saves.ts'

/** A record with the cells of a block to save in it. */
export interface RecordCells {
  seen: EntityRecord
  changes: CellChanges
}

/** A block on its way. */
export interface BlockProgress {
  /** Records that have ended, saved or refused. */
  done: number
  total: number
}

interface BlockSaveParts extends CellSaveParts {
  /** Saves the cells of one record by themselves. */
  save: SaveCells
  /** False once the person has stopped the block: what is not written yet is not written. */
  goesOn(): boolean
  onProgress(progress: BlockProgress): void
}

/** The end of a block: the records saved, and the operations that take them back, in the order of the writes. */
export interface SavedBlock {
  saved: number
  operations: readonly TabOperation[]
}

/**
 * Saves a block of cells as one operation, up to 500 records in each call. A call writes all or nothing, so the cells
 * that the server refuses are marked, and the rest is sent again. Records that others changed meanwhile are saved by
 * themselves, because only such a save is merged (reference: screens, Tables).
 */
export async function saveBlock(parts: BlockSaveParts, records: readonly RecordCells[]): Promise<SavedBlock> {
  const { edits, goesOn, onProgress } = parts
  const operations: TabOperation[] = []
  const total = records.length
  let saved = 0
  let done = 0
  const note = (count: number) => {
    saved += count
    const operation = justWritten()
    if (count > 0 && operation && !operations.some(({ id }) => id === operation.id)) operations.push(operation)
  }
  for (let at = 0; at < total; at += limits.bulkItems) {
    const chunk = records.slice(at, at + limits.bulkItems)
    if (!goesOn()) {
      edits.dropAll(records.slice(at).map(({ seen, changes }) => [seen.id, changes.keys()]))
      break
    }
    const { written, alone } = await saveTogether(parts, chunk)
    note(written)
    done += chunk.length - alone.length
    onProgress({ done, total })
    for (const { seen, changes } of alone) {
      if (goesOn()) note((await parts.save(seen, changes)) ? 1 : 0)
      else edits.drop(seen.id, [...changes.keys()])
      onProgress({ done: ++done, total })
    }
  }
  return { saved, operations }
}

interface Together {
  written: number
  /** The records that the call cannot save. */
  alone: readonly RecordCells[]
}

/** Sends records in one call, again and again without what is refused. */
async function saveTogether(parts: BlockSaveParts, chunk: readonly RecordCells[]): Promise<Together> {
  const { store, edits, explain } = parts
  let rest = chunk
  let alone: readonly RecordCells[] = []
  // The save of a single record needs no plan of its own.
  while (rest.length > 1) {
    try {
      await store.updateMany(rest.map((one) => itemOf(store, one)))
      edits.dropAll(rest.map(({ seen, changes }) => [seen.id, changes.keys()]))
      return { written: rest.length, alone }
    } catch (error) {
      const reasons = reasonsOf(error)
      if (reasons.size === 0) {
        // Each by itself is smaller, and may wait for a connection; any other refusal is that of all.
        if (isUnanswered(error) || toApiError(error).code === 413) return { written: 0, alone: [...alone, ...rest] }
        const why = explain(error)
        const cells = rest.flatMap(({ seen, changes }) =>
          [...changes.keys()].map((name) => [seen.id, name, why] as const),
        )
        refuseCells(edits, cells)
        return { written: 0, alone }
      }
      const sorted = sortOut(rest, reasons)
      refuseCells(edits, sorted.refused)
      alone = [...alone, ...sorted.alone]
      rest = sorted.rest
    }
  }
  return { written: 0, alone: [...alone, ...rest] }
}

function itemOf(store: CellSaveParts['store'], { seen, changes }: RecordCells): Record<string, unknown> {
  const { modified } = baseOf(store, seen, changes)
  return { ...Object.fromEntries(changes), id: seen.id, ...(modified !== undefined && { modified }) }
}

/** The messages of a refused call by record and fieldname. */
function reasonsOf(error: unknown): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const { id, fieldname, message } of error instanceof ApiError ? error.errors : []) {
    if (id === undefined) continue
    const ofRecord = found.get(id) ?? new Map<string, string>()
    if (!ofRecord.has(fieldname)) ofRecord.set(fieldname, message)
    found.set(id, ofRecord)
  }
  return found
}

/** Divides what was sent into the cells that are refused, the records to send again, and those to save by themselves. */
function sortOut(sent: readonly RecordCells[], reasons: ReadonlyMap<string, ReadonlyMap<string, string>>) {
  const refused: (readonly [id: string, name: string, why: string])[] = []
  const alone: RecordCells[] = []
  const rest: RecordCells[] = []
  for (const one of sent) {
    const { seen, changes } = one
    const ofRecord = reasons.get(seen.id)
    const named = [...changes.keys()].filter((name) => ofRecord?.has(name))
    refused.push(...named.map((name) => [seen.id, name, ofRecord?.get(name) ?? ''] as const))
    if (!ofRecord) rest.push(one)
    else if (named.length === 0) alone.push(one)
    else if (named.length < changes.size) rest.push({ seen, changes: withoutCells(changes, named) })
  }
  return { refused, alone, rest }
}
