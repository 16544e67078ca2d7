import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { textOf } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, SearchField, Select, useShortcut } from '@tavla/ui'
import { DateTimeField } from '@tavla/ui/dates'
import { type FormEvent, useRef, useState } from 'react'
import { logAddress } from '../logs/log-address.ts'
import { hqItself } from '../logs/log-calls.ts'
import { type LogLevel, logLevels } from '../logs/log-level.ts'
import { useLinkStops } from '../logs/useLinkStops.ts'
import { hqPath, projectPath } from '../paths.ts'
import { LineLink } from '../reading/LineLink.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { type HqLogAnswer, type HqLogHit, searchAllLogs } from './log-search-calls.ts'

/** Searches the logs of all projects within a time frame (reference: hosting, Logs of all projects). */
export function LogSearchAll({ isManager }: { isManager: boolean }) {
  const { t } = useI18n()
  const [text, setText] = useState('')
  const [level, setLevel] = useState<LogLevel>('')
  const [project, setProject] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [found, setFound] = useState<HqLogAnswer | null>(null)
  const [isPending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useShortcut('/', () => form.current?.querySelector('input')?.focus(), { label: t('Search') })
  const { value: projects } = useLiveReading('projects', () =>
    client.entities.list('Project', { fields: ['project_name'], order_by: 'project_name asc', limit_page_length: 500 }),
  )
  const canSearch = text.trim() !== '' || level !== '' || from !== ''
  const search = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSearch || isPending) return
    setPending(true)
    try {
      setFound(await searchAllLogs({ text: text.trim(), level, project, from, to }))
    } catch (error) {
      showError(error)
    }
    setPending(false)
  }
  const levels = logLevels.map((one) => ({ value: one.level, label: t(one.label), source: one.label }))
  const places = [
    { value: '', label: t('All Projects'), source: 'All Projects' },
    ...(isManager ? [{ value: hqItself, label: t('HQ') }] : []),
    ...(projects?.data ?? []).map(({ id, project_name: name }) => ({ value: id, label: textOf(name) || id })),
  ]
  const nameOf = (id: string) => places.find(({ value }) => value === id)?.label ?? id
  return (
    <div className="log-search-all">
      <form ref={form} onSubmit={(event) => void search(event)}>
        <SearchField label={t('Search Logs')} value={text} onChange={setText} onSearch={() => undefined} />
        <Select
          label={<Text source="Level" />}
          options={levels}
          value={level}
          onChange={(value) => setLevel(levelOf(value))}
        />
        <Select label={<Text source="Project" />} options={places} value={project} onChange={setProject} />
        <DateTimeField
          label={<Text source="From" context="range" />}
          value={from || null}
          onChange={(next) => setFrom(next ?? '')}
        />
        <DateTimeField
          label={<Text source="To" context="range" />}
          value={to || null}
          onChange={(next) => setTo(next ?? '')}
        />
        <Button type="submit" variant="primary" disabled={!canSearch} isPending={isPending}>
          <Text source="Search" />
        </Button>
      </form>
      {found ? (
        <Hits found={found} nameOf={nameOf} />
      ) : (
        <EmptyState
          kind="empty"
          icon="search"
          title={<Text source="A text, a level or a time finds lines in all logs at once." />}
        />
      )}
    </div>
  )
}

const levelOf = (value: string): LogLevel => logLevels.find((one) => one.level === value)?.level ?? ''

function Hits({
  found: { hits, complete, unreachable },
  nameOf,
}: {
  found: HqLogAnswer
  nameOf: (id: string) => string
}) {
  const { t } = useI18n()
  const { tabIndexOf, handlers } = useLinkStops(hits.length, -1)
  return (
    <div className="line-list">
      {complete === 0 && (
        <p className="log-note" role="status">
          <Text source="The search is not complete." />
        </p>
      )}
      {unreachable.length > 0 && (
        <p className="log-note" role="status">
          <Text source="Not reached: {0}" args={[unreachable.map(nameOf).join(', ')]} />
        </p>
      )}
      {hits.length === 0 ? (
        <EmptyState kind="noResult" title={<Text source="No results" />} />
      ) : (
        <ol aria-label={t('Search Logs')} {...handlers}>
          {hits.map((hit, index) => (
            <li key={`${hit.project}\n${hit.file}\n${hit.offset}`}>
              <LineLink className="log-hit" dir="ltr" tabIndex={tabIndexOf(index)} href={addressOf(hit)}>
                <span className="log-hit-file">
                  <bdi>{nameOf(hit.project)}</bdi> · {hit.file.split('/').at(-1)}
                  {hit.at && <time dateTime={hit.at}> · {hit.at.slice(0, 19)}</time>}
                </span>
                <span className="log-hit-line">{hit.line}</span>
              </LineLink>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function addressOf({ project, file, offset }: HqLogHit): string {
  const address = logAddress(file, offset)
  return project === hqItself ? `${hqPath}/logs${address}&tab=files` : `${projectPath(project)}/logs${address}`
}
