import type { ImportRow } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { ChangeArrow } from '../bulk/ChangeArrow.tsx'
import { Cell } from '../list/Cell.tsx'
import { cellText } from './cell-text.ts'
import type { PlanLinesProps } from './plan-lines-props.ts'
import { type ImportTarget, labelOf, targetOf } from './targets.ts'

/** Lines that are written, or need no write: their values, with the former ones before what changes. */
export function FateTable({ meta, plan, rows, lines }: PlanLinesProps & { lines: readonly ImportRow[] }) {
  const { t } = useI18n()
  const targets = plan.columns.flatMap(({ fieldname }) => (fieldname === null ? [] : [targetOf(meta, fieldname)]))
  return (
    <section className="import-scroll" aria-label={t('Values')}>
      <table className="import-lines" data-outcome={rows.outcome}>
        <thead>
          <tr>
            <th scope="col">
              <Text source="Row" />
            </th>
            {targets.map((target) => (
              <th key={target.name} scope="col" data-numeric={isNumber(target)}>
                {labelOf(t, target)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.row}>
              <th scope="row" className="numeric">
                {line.row}
              </th>
              {targets.map((target) => (
                <td key={target.name} data-numeric={isNumber(target)}>
                  <Fate target={target} line={line} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const isNumber = ({ field }: ImportTarget) => (field && fieldUi(field.fieldtype).isNumeric) || undefined

function Fate({ target: { name, field }, line }: { target: ImportTarget; line: ImportRow }) {
  const now = <bdi>{cellText(line.values[name])}</bdi>
  if (!field || !Object.hasOwn(line.before, name)) return now
  return (
    <>
      <del>
        <Cell field={field} record={{ id: line.id ?? '', ...line.before }} />
      </del>{' '}
      <ChangeArrow />
      <ins>{now}</ins>
    </>
  )
}
