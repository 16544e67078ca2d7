import type { ImportRow } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, IconButton, notify } from '@tavla/ui'
import { type MouseEvent, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { MendCell } from './MendCell.tsx'
import type { PlanLinesProps } from './plan-lines-props.ts'
import { type ImportTarget, labelOf, targetOf } from './targets.ts'
import type { Repair } from './useRepair.ts'

interface MendLineProps extends PlanLinesProps {
  line: ImportRow
  repair: Repair
}

/** One refused line: a row of the table for each wrong cell, and the other cells on demand. */
export function MendLine({ meta, plan, line, repair, canMend = false }: MendLineProps) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  // The cells that were wrong stay in sight once they are mended.
  const [wrong, setWrong] = useState(() => Object.keys(line.messages))
  const now = Object.keys(line.messages).filter((name) => !wrong.includes(name))
  if (now.length > 0) setWrong([...wrong, ...now])
  const all = plan.columns.flatMap(({ fieldname }) => fieldname ?? [])
  const shown = isOpen ? [...wrong, ...all.filter((name) => !wrong.includes(name))] : wrong
  return (
    <tbody data-mended={line.outcome !== 'refused' || undefined}>
      {shown.map((name, at) => (
        <tr key={name}>
          {at === 0 && (
            <th scope="rowgroup" rowSpan={shown.length}>
              <span className="numeric">{line.row}</span>
              <IconButton
                icon={isOpen ? 'keyboard_arrow_up' : 'keyboard_arrow_down'}
                label={t('All cells of row {0}', [line.row])}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              />
            </th>
          )}
          <td>{name === '' ? '–' : labelOf(t, targetOf(meta, name))}</td>
          <td>
            {name !== '' && (
              <MendCell
                label={labelOf(t, targetOf(meta, name))}
                line={line}
                name={name}
                onMend={canMend ? (value) => repair.set(line.row, name, value) : undefined}
              />
            )}
          </td>
          <td>
            <Reason line={line} name={name} isFirst={at === 0} repair={repair} />
            {canMend && line.nearest?.[name] !== undefined && (
              <UseNearest target={targetOf(meta, name)} row={line.row} value={line.nearest[name]} repair={repair} />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  )
}

function Reason({ line, name, isFirst, repair }: { line: ImportRow; name: string; isFirst: boolean; repair: Repair }) {
  const message = line.messages[name]
  if (message !== undefined) return <span dir="auto">{message}</span>
  if (!isFirst || line.outcome === 'refused') return null
  return (
    <span className="import-mended">
      <Icon name="check" size="small" />
      <Text source={fates[line.outcome]} />
      <RepairEqual row={line.row} repair={repair} />
    </span>
  )
}

const fates = { create: 'Will be created', update: 'Will be changed', unchanged: 'Unchanged' } as const

interface UseNearestProps {
  target: ImportTarget
  row: number
  /** The title or id of a record, or a choice. */
  value: string
  repair: Repair
}

/** Puts what a wrong cell nearly says in its place. */
function UseNearest({ target: { name, field }, row, value, repair }: UseNearestProps) {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const [isPending, setPending] = useState(false)
  const use = (event: MouseEvent) => {
    // The button goes away with its line mended.
    const cell = event.currentTarget.closest('tr')?.querySelector<HTMLElement>('.import-cell')
    setPending(true)
    repair
      .set(row, name, value)
      .then(() => cell?.focus(), onError)
      .finally(() => setPending(false))
  }
  const shown = field?.fieldtype === 'Select' ? t(value, undefined, field.fieldname) : value
  return (
    <Button className="import-nearest" size="small" isPending={isPending} onClick={use}>
      <Text source="Use {0}" args={[shown]} />
    </Button>
  )
}

function RepairEqual({ row, repair }: { row: number; repair: Repair }) {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const [isPending, setPending] = useState(false)
  const count = repair.equalTo(row)
  if (count === 0) return null
  const run = () => {
    setPending(true)
    repair
      .setEqual()
      .then((mended) => {
        notify(t('Mended rows: {0}', [mended]))
        // The line goes away with its button.
        document.querySelector<HTMLElement>('.import-figures [aria-selected=true]')?.focus()
      }, onError)
      .finally(() => setPending(false))
  }
  return (
    <Button size="small" isPending={isPending} onClick={run}>
      <Text source="The same in {0} more rows" args={[count]} />
    </Button>
  )
}
