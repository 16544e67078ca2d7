import type { LostValue, Meta } from '@tavla/contract'
import type { I18n } from '@tavla/i18n/react'
import { showUndoWindow } from './undo-window.ts'

/** A record that came back from the trash. */
interface Restored {
  entity: string
  title: string
  /** Of its entity; null while it is not known. */
  meta: Meta | null | undefined
}

/** Lists in a window what did not come back with a record; nothing if it came back whole. */
export function tellLosses(t: I18n['t'], { entity, title, meta }: Restored, lost: readonly LostValue[]): void {
  if (lost.length === 0) return
  /** The label of a field, or the entity of a record that went with this one: English source texts. */
  const nameOf = ({ entity: of, id, fieldname }: LostValue) =>
    of === entity ? (meta?.all_fields.find((field) => field.fieldname === fieldname)?.label ?? fieldname ?? id) : of
  showUndoWindow({ kind: 'restored', title, lost: lost.map((one) => ({ name: t(nameOf(one)), message: one.message })) })
}
