import { titleCase } from '@tavla/i18n'
import { useI18n } from '@tavla/i18n/react'
import { TableHead } from '../reading/TableHead.tsx'
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
              <Value value={change.before} />
            </td>
            <td>
              <Value value={change.after} />
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
        <bdi>{t(isRow ? name : titleCase(name))}</bdi>
      </span>
    ))
  }
}

/** A value, or the properties of a row, a line each. */
function Value({ value }: { value: unknown }) {
  const { t } = useI18n()
  return partsOf(value).map(({ name, value: part }) => (
    <p key={name ?? ''} dir="auto">
      {name !== undefined && `${t(titleCase(name))}: `}
      <bdi>{wordOf(part)}</bdi>
    </p>
  ))
}

function wordOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
