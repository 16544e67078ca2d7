import { client } from '@tavla/app-shell/frame'
import { type ApiError, toApiError } from '@tavla/client'
import type { Flag } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, Icon, Link, SearchField } from '@tavla/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { actionName } from '../audit/action-names.ts'
import { hqItself } from '../logs/log-calls.ts'
import { projectPath, timeLinePath } from '../paths.ts'
import { eventName } from '../project/event-names.ts'
import { ProjectName } from '../project/ProjectName.tsx'
import { projectMark } from '../project/project-mark.ts'
import { useLiveReading } from '../reading/useLiveReading.ts'

/** Answer of `GET /api/hq/timeline` (reference: hosting, Time line). */
interface TimeLineAnswer {
  project: string
  at: string | null
  items: readonly TimeLineItem[]
  complete: Flag
}

interface TimeLineItem {
  at: string
  kind: string
  title: string
  detail: string | null
  /** A path of the console. */
  link: string | null
}

/** The request, log lines, actions and events around the code of an error, oldest first (reference: screens, HQ in the console). */
export function TimeLine() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const asked = new URLSearchParams(useLocation().search).get('reference') ?? ''
  const [typed, setTyped] = useState(asked)
  const [last, setLast] = useState(asked)
  if (last !== asked) {
    setLast(asked)
    setTyped(asked)
  }
  const [found, setFound] = useState<{ reference: string; answer?: TimeLineAnswer; error?: ApiError }>()
  useEffect(() => {
    if (asked === '') return
    let isCurrent = true
    client.api.get<TimeLineAnswer>('/api/hq/timeline', { reference: asked }).then(
      (answer) => isCurrent && setFound({ reference: asked, answer }),
      (error: unknown) => isCurrent && setFound({ reference: asked, error: toApiError(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [asked])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') void navigate(timeLinePath(typed.trim()))
  }
  const shown = found?.reference === asked ? found : undefined
  return (
    <div className="time-line">
      <form className="log-search-form" onSubmit={submit}>
        <SearchField label={t('Reference')} value={typed} onChange={setTyped} onSearch={() => undefined} />
        <Button type="submit" variant="primary" disabled={typed.trim() === ''}>
          <Text source="Search" />
        </Button>
      </form>
      {shown?.error && <EmptyState kind="noResult" title={<ErrorMessage error={shown.error} />} />}
      {shown?.answer && <Items key={asked} answer={shown.answer} reference={asked} />}
    </div>
  )
}

function Items({ answer: { project, items, complete }, reference }: { answer: TimeLineAnswer; reference: string }) {
  const { t } = useI18n()
  const list = useRef<HTMLOListElement>(null)
  // Ten minutes before the call may fill the screen.
  useEffect(() => {
    list.current?.querySelector('[data-kind="request"]')?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <>
      {project !== hqItself && <Project id={project} />}
      {complete === 0 && (
        <p className="log-note" role="status">
          <Text source="The search is not complete." />
        </p>
      )}
      <ol ref={list} className="time-line-items" aria-label={t('Time Line')}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name
          <li key={index} data-kind={item.kind} data-own={item.detail?.includes(reference) || undefined}>
            <time dateTime={item.at} dir="ltr">
              {item.at.slice(11, 23)}
            </time>
            <Icon name={icons[item.kind] ?? 'notes'} size="small" />
            <div>
              {item.link ? (
                <Link href={item.link}>
                  <bdi>{t(titleOf(item))}</bdi>
                </Link>
              ) : (
                <bdi>{t(titleOf(item))}</bdi>
              )}
              {item.detail && (
                <p>
                  <bdi>{item.detail}</bdi>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The project of the call. */
function Project({ id }: { id: string }) {
  const { value } = useLiveReading(id, () => client.entities.get('Project', id).catch(() => null))
  if (value === null) return null
  // Its place is kept, so that the call stays where the list was scrolled to.
  if (!value) return <div className="time-line-project" />
  return (
    <Link className="time-line-project" href={projectPath(id)}>
      <ProjectName mark={projectMark(value)} />
    </Link>
  )
}

/** Actions and events come by their names on the wire. */
function titleOf({ kind, title }: TimeLineItem): string {
  if (kind === 'action') return actionName(title)
  return kind === 'event' ? eventName(title) : title
}

const icons: Readonly<Record<string, string>> = {
  request: 'http',
  log: 'notes',
  event: 'bolt',
  action: 'person',
  promotion: 'move_up',
  backup: 'backup',
  message: 'mail',
}
