import type { ImportRow } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { MendLine } from './MendLine.tsx'
import type { PlanLinesProps } from './plan-lines-props.ts'
import { useRepair } from './useRepair.ts'

/** Refused lines: the wrong cells, each with the reason, mended where they stand. */
export function RefusedTable(props: PlanLinesProps & { lines: readonly ImportRow[] }) {
  const { t } = useI18n()
  const { lines, rows } = props
  const repair = useRepair(rows)
  return (
    <table className="import-refused" aria-label={t('Refused', undefined, 'records')}>
      <thead>
        <tr>
          <th scope="col">
            <Text source="Row" />
          </th>
          <th scope="col">
            <Text source="Field" />
          </th>
          <th scope="col">
            <Text source="In the file" />
          </th>
          <th scope="col">
            <Text source="What is wrong" />
          </th>
        </tr>
      </thead>
      {lines.map((line) => (
        <MendLine key={line.row} {...props} line={line} repair={repair} />
      ))}
    </table>
  )
}
