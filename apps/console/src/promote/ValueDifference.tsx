import { useI18n } from '@tavla/i18n/react'
import { TableHead } from '../reading/TableHead.tsx'
import { propertyLabel, propertyText } from './plan-names.ts'
import { partsOf, type ValueChange, valueChanges } from './value-changes.ts'

/** The parts of a value that change, each as it was and as it will be. */
export function ValueDifference({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useI18n()
  return (
    <table className="value-difference">
      <TableHead texts={['Field', 'Before', 'After']} />
      <tbody>
        {valueChanges(before, after).map((change) => (
          <tr key={JSON.stringify(change.path)}>
            <th scope="row">{wayTo(change.path)}</th>
            <td>
              <Value name={change.path.at(-1)?.name} value={change.before} />
            </td>
            <td>
              <Value name={change.path.at(-1)?.name} value={change.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )

  function wayTo(path: ValueChange['path']) {
    if (path.length === 0) return '–'
    return path.map(({ name, isRow }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a way has no other names
      <span key={index}>
        {index > 0 && ' · '}
        <bdi>{t(isRow ? name : propertyLabel(name))}</bdi>
      </span>
    ))
  }
}

/** The value of a property, or the properties of a row, a line each. */
function Value({ name: own, value }: { name: string | undefined; value: unknown }) {
  const { t } = useI18n()
  return partsOf(value).map(({ name, value: part }) => (
    <p key={name ?? ''} dir="auto">
      {name !== undefined && `${t(propertyLabel(name))}: `}
      <bdi>{propertyText(name ?? own, part, (text) => t(text))}</bdi>
    </p>
  ))
}
