import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { type EntityRecord, textOf } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Button, Checkbox, Icon, IconButton } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { hasLevel } from '../project/levels.ts'
import { useFocusAfter } from '../project/useFocusAfter.ts'
import { PanelState } from '../reading/PanelState.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { Lost } from './Outcomes.tsx'
import { PlanItems } from './PlanItems.tsx'
import { PromotionStatus } from './PromotionLines.tsx'
import { PromotionWay } from './PromotionWay.tsx'
import { applyPromotion, itemsOf, rehearsalOf, rehearse, rollBack } from './promotion-calls.ts'
import { RehearsalFacts } from './RehearsalFacts.tsx'
import { RollBack } from './RollBack.tsx'
import { usePicks } from './usePicks.ts'

/** One promotion: its items by kind with their risk, the rehearsal, and the next step (reference: screens, Console tabs). */
export function PromotionPanel({ id, path }: { id: string; path: string }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  useEffect(() => client.live.watchRecord('Promotion', id), [id])
  const reading = useLiveReading(
    id,
    () => client.entities.get('Promotion', id),
    (event) => event.entity === 'Promotion' && event.id === id,
  )
  const [asked, setRunning] = useState<string | null>(null)
  const { value: target, reload: reloadTarget } = useFollowed(reading.value?.target)
  const { value: source } = useFollowed(reading.value?.source)
  // The call only begins the work, whoever asked for it; the target tells how long it lasts.
  const running = asked ?? works[textOf(target?.under_way)]?.[reading.value?.status === 'Applied' ? 1 : 0] ?? null
  const [acceptsLoss, setAcceptsLoss] = useState(false)
  const [lost, setLost] = useState<readonly unknown[]>([])
  const { value } = reading
  const { items, isStoring, pick } = usePicks(id, value ? itemsOf(value) : [], reading.reload)
  useFocusAfter(value?.status)
  if (!value) return <PanelState reading={reading} shape="rows" />
  const picked = items.filter((item) => item.picked === 1)
  const isOpen = value.status === 'Draft' || value.status === 'Rehearsed'
  const mayPlan = [source, target].every((project) => project && hasLevel(project, 'Design'))
  const mayApply = target !== undefined && hasLevel(target, 'Manage')
  const rehearsal = rehearsalOf(value)
  const hasLoss = picked.some(({ risk }) => risk === 'Loss') || (rehearsal?.lost?.length ?? 0) > 0
  const canApply = value.status === 'Rehearsed' && !isStoring && !rehearsal?.failed?.length && (!hasLoss || acceptsLoss)
  const run = async (name: string, work: () => Promise<unknown>) => {
    if (running) return
    setRunning(name)
    try {
      await work()
      await Promise.all([reading.reload(), reloadTarget()])
    } catch (error) {
      showError(error)
    }
    setRunning(null)
  }
  return (
    <div className="promotion-panel">
      <header>
        <h2>
          <PromotionWay promotion={value} source={source} target={target} />
        </h2>
        <PromotionStatus status={String(value.status)} />
        <IconButton icon="close" label={t('Close')} onClick={() => void navigate(path)} />
      </header>
      {typeof value.error === 'string' && value.error !== '' && (
        <p className="project-error" role="alert">
          {value.error}
        </p>
      )}
      {typeof value.applied_at === 'string' && <Applied promotion={value} at={value.applied_at} />}
      {rehearsal && <RehearsalFacts rehearsal={rehearsal} items={items} />}
      <Lost outcomes={lost} items={items} />
      <PlanItems items={items} isFixed={!isOpen || !mayPlan || running !== null} onPick={pick} />
      <footer className="promotion-foot">
        {value.status === 'Draft' && picked.length > 0 && mayPlan && (
          <p className="plan-change">
            <Text source="A rehearsal on a copy of the target comes first." />
          </p>
        )}
        {hasLoss && value.status === 'Rehearsed' && mayApply && (
          <Checkbox isChecked={acceptsLoss} onChange={setAcceptsLoss}>
            <Text source="Accept the loss of data" />
          </Checkbox>
        )}
        {isOpen && mayPlan && (
          <Button
            icon={<Icon name="science" />}
            variant={value.status === 'Draft' ? 'primary' : 'secondary'}
            disabled={picked.length === 0 || isStoring || (running !== null && running !== 'rehearse')}
            isPending={running === 'rehearse'}
            onClick={() => void run('rehearse', () => rehearse(id))}
          >
            <Text source="Rehearse" />
          </Button>
        )}
        {isOpen && mayApply && (
          <Button
            variant="primary"
            disabled={!canApply || (running !== null && running !== 'apply')}
            isPending={running === 'apply'}
            onClick={() => void run('apply', () => applyPromotion(id, acceptsLoss))}
          >
            <Text source="Apply" />
          </Button>
        )}
        {value.status === 'Applied' && mayApply && (
          <RollBack
            promotion={id}
            target={target}
            items={items}
            isPending={running === 'roll_back'}
            onConfirm={() => void run('roll_back', async () => setLost(await rollBack(id)))}
          />
        )}
      </footer>
    </div>
  )
}

/** The person who applied a promotion, the time and the reason. */
function Applied({ promotion: { applied_by: by, reason }, at }: { promotion: EntityRecord; at: string }) {
  const { formatDateTime } = useTimes()
  const { now } = useEnvironment()
  return (
    <p className="plan-change">
      <bdi>{textOf(by)}</bdi> · <time dateTime={at}>{formatDateTime(at, now())}</time>
      {textOf(reason) !== '' && (
        <>
          {' · '}
          <bdi>{textOf(reason)}</bdi>
        </>
      )}
    </p>
  )
}

/** A project of a promotion, followed live; undefined for one that the operator cannot see. */
function useFollowed(project: unknown) {
  const id = typeof project === 'string' ? project : ''
  useEffect(() => (id === '' ? undefined : client.live.watchRecord('Project', id)), [id])
  return useLiveReading(
    `project ${id}`,
    async () => (id === '' ? undefined : client.entities.get('Project', id).catch(() => undefined)),
    (event) => event.entity === 'Project' && event.id === id,
  )
}

/** The steps that a project's `under_way` stands for: before it was applied, and after. */
const works: Readonly<Record<string, readonly [string, string]>> = {
  Rehearsal: ['rehearse', 'rehearse'],
  Promotion: ['apply', 'roll_back'],
}
