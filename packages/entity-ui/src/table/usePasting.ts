import { type Client, type EntityState, isRead } from '@tavla/client'
import { isRecordRow, readRows as readRowsOf } from '@tavla/client/grouped'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { createLinkReader, sheetValue } from '@tavla/fields/sheet'
import { fieldUi, useFieldServices } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useRef, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { notifyBlock } from '../undo/undo-together.ts'
import type { BlockProgress, RecordCells } from './block-saves.ts'
import type { EditedCell } from './cell-edits.ts'
import type { GridBlock } from './grid-place.ts'
import type { CanChange } from './table-context.ts'
import type { CellEditing } from './useCellEditing.ts'

interface PastingOptions {
  state: EntityState
  canChange: CanChange
  cells: CellEditing
}

/** A paste on its way. */
export interface Pasting extends BlockProgress {
  stop(): void
}

type ReadLink = ReturnType<typeof createLinkReader>

/** Records looked at in one go, until the page is drawn again. */
const inOneGo = 200

/** Writes the texts of a block into records: first every cell is read, then all are saved as one operation. */
export function usePasting({ state, canChange, cells }: PastingOptions) {
  const { t } = useI18n()
  const { client, onError } = useEnvironment()
  const { resolveLinks } = useFieldServices()
  const [pasting, setPasting] = useState<Pasting | null>(null)
  /** One block after the other: the next may lie on the same cells. */
  const former = useRef<Promise<void>>(Promise.resolve())
  const say = (source: string, context?: string) => t(source, undefined, context)

  /** The cells of one record, each with its value or with the reason why it has none. */
  const readRow = async (
    record: EntityRecord,
    fields: readonly FieldMeta[],
    texts: readonly string[],
    readLink: ReadLink,
  ): Promise<{ edited: EditedCell[]; changes: Map<string, unknown> }> => {
    const edited: EditedCell[] = []
    const changes = new Map<string, unknown>()
    for (const [at, field] of fields.entries()) {
      const text = texts[at]
      if (text === undefined) continue
      const { fieldname, label } = field
      const put = (edit: EditedCell['edit']) => edited.push({ id: record.id, fieldname, edit })
      const refuse = (problem: string) => put({ value: record[fieldname], text, isSaving: false, problem })
      if (!canChange(record, field)) {
        if (text !== '') refuse(t('{0} cannot be changed here.', [{ translate: label }]))
        continue
      }
      const { linksTo, toInput } = fieldUi(field.fieldtype)
      const linked = linksTo?.(field, record)
      const value = linked === undefined ? sheetValue(field, text, say) : await readLink(linked, text)
      if (value === undefined) {
        const isShared = linked !== undefined && (await readLink.isShared(linked, text))
        refuse(
          isShared
            ? t('Several records are called {0}.', [text.trim()])
            : t('The value for {0} is not valid', [{ translate: label }]),
        )
      } else {
        changes.set(fieldname, value)
        put({ value: toInput ? text : value, isSaving: true })
      }
    }
    return { edited, changes }
  }

  const readRows = async (
    records: readonly EntityRecord[],
    fields: readonly FieldMeta[],
    textsOf: (index: number) => readonly string[],
  ): Promise<RecordCells[]> => {
    const readLink = createLinkReader(resolveLinks, { referenceEntity: state.entity })
    const found: RecordCells[] = []
    for (let from = 0; from < records.length; from += inOneGo) {
      const chunk = records.slice(from, from + inOneGo)
      readLink.ahead(linksIn(chunk, fields, (at) => textsOf(from + at)))
      const read: Awaited<ReturnType<typeof readRow>>[] = []
      // Links are asked for a few at a time, so that the site stays free for others.
      const waiting = chunk.entries()
      const work = async () => {
        for (const [at, seen] of waiting) read[at] = await readRow(seen, fields, textsOf(from + at), readLink)
      }
      await Promise.all([work(), work(), work()])
      cells.edits.setAll(read.flatMap(({ edited }) => edited))
      for (const [at, seen] of chunk.entries()) {
        const { changes = new Map() } = read[at] ?? {}
        if (changes.size > 0) found.push({ seen, changes })
      }
      await new Promise((resolve) => setTimeout(resolve))
    }
    return found
  }

  const run = async (rows: readonly (readonly string[])[], block: GridBlock, fields: readonly FieldMeta[]) => {
    const isFill = isOneCell(rows)
    const { top, bottom } = block
    const chosen = state.activeList.slice(top, bottom + 1).filter(isRecordRow)
    const height = isFill ? chosen.length : rows.length
    const records = await rowsFrom(client, state, top, height).catch((error: unknown) => {
      onError(error)
    })
    if (!records) return
    if (records.length < height) notify(t('Rows without a record were left out: {0}', [height - records.length]))
    let isStopped = false
    const show = (progress: BlockProgress) => setPasting({ ...progress, stop: () => (isStopped = true) })
    show({ done: 0, total: records.length })
    try {
      const single = rows[0]?.[0] ?? ''
      const found = await readRows(records, fields, (at) => (isFill ? fields.map(() => single) : (rows[at] ?? [])))
      const { saved, operations } = await cells.saveBlock(found, { goesOn: () => !isStopped, onProgress: show })
      if (saved > 0) notifyBlock(t, t('Records changed: {0}', [saved]), operations)
    } finally {
      setPasting(null)
    }
  }

  return {
    pasting,
    /** Writes texts from the top start of a block; one text fills it. */
    paste(rows: readonly (readonly string[])[], block: GridBlock, fields: readonly FieldMeta[]) {
      former.current = former.current.then(() => run(rows, block, fields))
    },
  }
}

/** The links among the texts, with the entities of the records that they name. */
function linksIn(
  records: readonly EntityRecord[],
  fields: readonly FieldMeta[],
  textsOf: (index: number) => readonly string[],
): (readonly [entity: string, text: string])[] {
  return records.flatMap((record, index) => {
    const texts = textsOf(index)
    return fields.flatMap((field, at) => {
      const entity = fieldUi(field.fieldtype).linksTo?.(field, record)
      return entity ? [[entity, texts[at] ?? ''] as const] : []
    })
  })
}

export const isOneCell = (rows: readonly (readonly string[])[]): boolean => rows.length === 1 && rows[0]?.length === 1

/** The records from a row on, also those that the table has not read yet. Heads of groups are no rows for a text. */
async function rowsFrom(client: Client, state: EntityState, top: number, count: number): Promise<EntityRecord[]> {
  const { activeList } = state
  const held = activeList.slice(top).filter(isRecordRow).slice(0, count)
  const isGrouped = !activeList.every(isRecordRow)
  if (isGrouped || (held.length === count && held.every(isRead))) return distinct(held)
  const read = await readRowsOf(client, state, top, count)
  const byId = new Map(read.map((record) => [record.id, record]))
  // A row on the screen keeps its place.
  const seen = held.map((record) => (isRead(record) ? record : (byId.get(record.id) ?? record)))
  const isSeen = new Set(seen.map(({ id }) => id))
  return distinct([...seen, ...read.filter(({ id }) => !isSeen.has(id))]).slice(0, count)
}

/** Between two live refreshes a record may stand in two rows. */
const distinct = (records: readonly EntityRecord[]): EntityRecord[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
]
