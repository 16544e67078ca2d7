import { setFieldFacts } from '@tavla/client'
import { TextCell, TextView } from './TextView.tsx'
import type { FieldTypeUi } from './ui-types.ts'
// Here and not in ui.ts, which only passes exports on: bundlers leave such modules out, with the styles they import.
import './fields.css'

/** The UI half of a field type; a type without one shows its value as text. */
export function fieldUi(fieldtype: string): FieldTypeUi {
  return types.get(fieldtype) ?? unknown
}

/** Every field type with a UI half, by name. */
export function fieldTypes(): readonly FieldTypeUi[] {
  return [...types.values()]
}

const halves = import.meta.glob<FieldTypeUi>('./*/*.ui.tsx', { eager: true, import: 'default' })

const types = new Map(Object.values(halves).map((half) => [half.type, half]))

const unknown: FieldTypeUi = {
  type: '',
  View: TextView,
  Cell: TextCell,
  blank: null,
  sample: { value: null },
}

setFieldFacts(fieldUi)
