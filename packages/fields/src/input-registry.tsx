import { UnknownInput } from './UnknownField.tsx'
import type { FieldTypeInputs } from './ui-types.ts'

/** The inputs of a field type; a type without any shows its value instead. */
export function fieldInput(fieldtype: string): FieldTypeInputs {
  return types.get(fieldtype) ?? unknown
}

/** Every field type with inputs, by name. */
export function inputTypes(): readonly string[] {
  return [...types.keys()]
}

const inputs = import.meta.glob<FieldTypeInputs>('./*/*.input.tsx', { eager: true, import: 'default' })

const types = new Map(Object.values(inputs).map((one) => [one.type, one]))

const unknown: FieldTypeInputs = { type: '', Input: UnknownInput }
