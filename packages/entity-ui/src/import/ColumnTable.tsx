import type { ImportColumn, Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Select } from '@tavla/ui'
import { cellText } from './cell-text.ts'
import type { ChoicesProps } from './ReadingChoices.tsx'
import { labelOf, mappingOf, targetOf, withTarget } from './targets.ts'

/** The columns of the file with some of their values, and the field that each of them fills. */
export function ColumnTable({ meta, form, options, onChange }: ChoicesProps & { meta: Meta }) {
  const { t } = useI18n()
  const mapping = mappingOf(form, options)
  const targets = form.targets.map((name) => targetOf(meta, name))
  const choices = [
    { value: '', label: t('Not imported') },
    ...targets.map((target) => {
      const isNeeded = target.field?.reqd === 1 && !target.inRows
      return { value: target.name, label: `${labelOf(t, target)}${isNeeded ? ' *' : ''}` }
    }),
  ]
  return (
    <table className="import-columns">
      <thead>
        <tr>
          <th scope="col">
            <Text source="In the file" />
          </th>
          <th scope="col">
            <Text source="Values" />
          </th>
          <th scope="col">
            <Text source="Field" />
          </th>
        </tr>
      </thead>
      <tbody>
        {form.columns.map((column) => {
          const name = column.name === '' ? t('Column {0}', [column.index + 1]) : column.name
          return (
            <tr key={column.index} data-unused={mapping[column.index] === undefined || undefined}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td className="import-samples">
                <Samples column={column} />
              </td>
              <td>
                <Select
                  aria-label={t('Field of {0}', [name])}
                  options={choices}
                  value={mapping[column.index] ?? ''}
                  onChange={(target) => onChange({ mapping: withTarget(mapping, column.index, target) })}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const shown = 3

function Samples({ column: { samples } }: { column: ImportColumn }) {
  return (
    <ul>
      {samples.slice(0, shown).map((cell) => (
        <li key={cellText(cell)} className="cut">
          <bdi>{cellText(cell)}</bdi>
        </li>
      ))}
    </ul>
  )
}
