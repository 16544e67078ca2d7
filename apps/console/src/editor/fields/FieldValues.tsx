import { textOf } from '@tavla/contract'
import { Expression } from '../expressions/Expression.tsx'
import { useSurroundings } from '../expressions/expression-context.ts'
import { hasFormula, hasRollup, isFetched, valueKind } from '../field-kinds.ts'
import { isOn } from '../field-row.ts'
import { useFieldDraft } from './draft-context.ts'
import { FetchInput } from './FetchInput.tsx'
import { PropertySection } from './PropertySection.tsx'
import type { PropertiesPart } from './properties-part.ts'
import { RollupInput } from './RollupInput.tsx'

/** Where a value comes from that nobody types: a linked record, or an expression. A value comes from one place alone. */
export function FieldValues({ row, property, errors, set }: PropertiesPart) {
  const { findings } = useSurroundings()
  const { values } = useFieldDraft()
  const fieldtype = textOf(row.fieldtype) || 'Data'
  const [formula, source] = [textOf(row.formula), textOf(row.fetch_from)]
  const isFixed = isOn(row.is_core)
  const result = valueKind(fieldtype)
  const of = (name: string) => findings.filter((one) => one.fieldname === row.fieldname && one.property === name)
  const rollup = Boolean(row.rollup)
  /** True where nothing else gives the value, and a built-in field has it already. */
  const isFree = (own: boolean, others: boolean) => !others && (!isFixed || own)
  const takesFetch = property('fetch_from') && isFetched(fieldtype) && isFree(source !== '', formula !== '' || rollup)
  const takesFormula = property('formula') && hasFormula(fieldtype) && isFree(formula !== '', source !== '' || rollup)
  const takesRollup =
    property('rollup') &&
    values.type === 'Document' &&
    hasRollup(fieldtype) &&
    isFree(rollup, formula !== '' || source !== '')
  if (!takesFormula && !takesFetch && !takesRollup) return null
  return (
    <PropertySection title="Values">
      {takesFetch && (
        <FetchInput
          row={row}
          error={of('fetch_from')[0]?.message ?? errors?.fetch_from}
          onChange={isFixed ? undefined : set('fetch_from')}
        />
      )}
      {takesFormula && result && (
        <Expression
          label={property('formula')?.label ?? 'Formula'}
          value={formula}
          onChange={isFixed ? undefined : set('formula')}
          result={result}
          level={Number(row.permlevel) || 0}
          findings={of('formula')}
          error={errors?.formula}
        />
      )}
      {takesRollup && (
        <RollupInput
          label={property('rollup')?.label ?? ''}
          row={row}
          error={of('rollup')[0]?.message ?? errors?.rollup}
          onChange={isFixed ? undefined : set('rollup')}
        />
      )}
    </PropertySection>
  )
}
