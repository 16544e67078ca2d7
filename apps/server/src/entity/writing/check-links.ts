import type { Message } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import { type Model, targetField } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { isLinkable, typeOfShowableFile } from '../people/linkable.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { Place, Problems } from './problems.ts'

/** A row that is about to be stored. */
export interface LinkingRow {
  model: Model
  row: Readonly<StoredRow>
  before: Readonly<StoredRow> | null
  /** Whether the writer sent the field's value: it may then link only to records that the writer can see. */
  isSent(field: Field): boolean
}

interface LinkCheck {
  engine: Engine
  ctx: Context
  tx: Tx
  problems: Problems
}

/**
 * Reports every changed link whose target doesn't exist, and every file value that names no file. A target that the
 * writer may not see counts as missing, in the message and in the time of the answer.
 */
export async function checkLinks(checking: LinkCheck, linking: LinkingRow, at: Place = {}): Promise<void> {
  const { model, row, before } = linking
  const changed = (field: Field) => !before || before[field.name] !== row[field.name]
  for (const field of model.stored) {
    const value = row[field.name]
    if (value === null || value === undefined || value === '') continue
    if (field.kind === 'file') {
      if (changed(field)) await checkFile(checking, linking, field, String(value), at)
    } else if (field.type.links !== undefined) {
      const naming = targetField(model, field)
      if (changed(field) || (naming && changed(naming))) {
        await checkLink(checking, linking, field, naming, String(value), at)
      }
    }
  }
}

/** The message both for a missing target and for one that the writer may not see. */
export const couldNotFind = (label: string, value: string): Message => ({
  text: 'Could not find {0}: {1}',
  args: [{ translate: label }, value],
})

async function checkLink(
  checking: LinkCheck,
  { row, isSent }: LinkingRow,
  field: Field,
  naming: Field | undefined,
  id: string,
  at: Place,
): Promise<void> {
  const { engine, tx, problems } = checking
  const target = naming ? row[naming.name] : field.rule.options
  if (naming && !target) {
    problems.note(
      field.name,
      { text: 'Set {0} first', args: [{ translate: naming.rule.label }] },
      'LinkValidationError',
      at,
    )
    return
  }
  const model = engine.models.get(String(target ?? ''))
  const byWriter = isSent(field) || (naming !== undefined && isSent(naming))
  const isThere = (of: Model) => isLinkable(engine, asWriter(checking.ctx, byWriter), tx, of, id)
  const found = model && model.kind !== 'Table' && (await isThere(model))
  if (!found) noteMissing(field, id, problems, at)
}

async function checkFile(
  { engine, ctx, tx, problems }: LinkCheck,
  { isSent }: LinkingRow,
  field: Field,
  url: string,
  at: Place,
): Promise<void> {
  if (/^https?:\/\//i.test(url)) return
  if (!engine.models.get('File')) return
  const type = await typeOfShowableFile(engine, asWriter(ctx, isSent(field)), tx, url)
  if (type === undefined) noteMissing(field, url, problems, at)
  else if (!mayHold(field, type)) problems.note(field.name, wrongFileType, 'ValidationError', at)
}

/** Whether the field accepts files of this MIME type, which was detected from their bytes. */
export const mayHold = ({ type }: Pick<Field, 'type'>, mime: string): boolean =>
  !type.onlyPictures || mime.startsWith('image/')

export const wrongFileType: Message = { text: 'File is of invalid type' }

/** A value that a behaviour set is the server's own. */
const asWriter = (ctx: Context, byWriter: boolean): Context => (byWriter ? ctx : { ...ctx, system: true })

function noteMissing(field: Field, value: string, problems: Problems, at: Place): void {
  problems.note(field.name, couldNotFind(field.rule.label, value), 'LinkValidationError', at)
}
