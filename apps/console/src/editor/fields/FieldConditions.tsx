import { textOf } from '@tavla/contract'
import { Expression } from '../expressions/Expression.tsx'
import { useSurroundings } from '../expressions/expression-context.ts'
import { isOn } from '../field-row.ts'
import { PropertySection } from './PropertySection.tsx'
import type { PropertiesPart } from './properties-part.ts'

const conditions = ['depends_on', 'mandatory_depends_on', 'read_only_depends_on'] as const

/** When a field is drawn, required or locked. */
export function FieldConditions({ row, property, errors, set }: PropertiesPart) {
  const { findings } = useSurroundings()
  const isWorkedOut = textOf(row.formula) !== '' || Boolean(row.rollup)
  const shown = conditions.filter((name) => {
    const has = textOf(row[name]) !== ''
    // A worked out value is neither required nor locked: nobody writes it.
    return property(name) && (has || name === 'depends_on' || !(isWorkedOut || isOn(row.read_only)))
  })
  const isFixed = isOn(row.is_core)
  const drawn = isFixed ? shown.filter((name) => textOf(row[name]) !== '') : shown
  if (drawn.length === 0) return null
  return (
    <PropertySection title="Conditions">
      {drawn.map((name) => (
        <Expression
          key={name}
          label={property(name)?.label ?? name}
          value={textOf(row[name])}
          onChange={isFixed ? undefined : set(name)}
          result="bool"
          level={Number(row.permlevel) || 0}
          hasContext
          findings={findings.filter((one) => one.fieldname === row.fieldname && one.property === name)}
          error={errors?.[name]}
        />
      ))}
    </PropertySection>
  )
}
