import { Text, useI18n } from '@tavla/i18n/react'
import { EmptyState, IconButton, ListDetail, useIsStacked } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { LogFileList } from './LogFileList.tsx'
import { LogFileView } from './LogFileView.tsx'
import { LogHits } from './LogHits.tsx'
import { LogSearch } from './LogSearch.tsx'
import { logAddress } from './log-address.ts'
import { type LogSearchResult, listLogFiles } from './log-calls.ts'
import type { LogLevel } from './log-level.ts'
import './logs.css'

/**
 * A project's log files, and the lines of the file in the address (reference: screens, Project editor; screens, Console
 * tabs; hosting, Log calls).
 */
export function Logs() {
  const { project } = useActiveProject()
  return <LogFiles source={project.id} />
}

/** The same for a project by its id, or for HQ itself. */
export function LogFiles({ source }: { source: string }) {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isStacked = useIsStacked()
  const files = useLiveReading(source, () => listLogFiles(source))
  const { file, offset } = readAddress(search)
  const [text, setText] = useState('')
  const [level, setLevel] = useState<LogLevel>('')
  const [found, setFound] = useState<LogSearchResult | null>(null)
  const clear = () => {
    setText('')
    setFound(null)
  }

  // With room for both panels, the newest file is open at first.
  const first = isStacked || file !== undefined ? undefined : files.value?.[0]?.path
  useEffect(() => {
    if (first !== undefined) void navigate(pathname + logAddress(first, undefined, search), { replace: true })
  }, [first, pathname, search, navigate])

  return (
    <ListDetail
      listLabel={t('Log Files')}
      detailLabel={t('Logs')}
      isDetailOpen={file !== undefined}
      header={
        <div className="log-files-head">
          <h2>
            <Text source="Log Files" />
          </h2>
          <IconButton icon="refresh" label={t('Refresh')} onClick={() => void files.reload()} />
          <LogSearch
            source={source}
            text={text}
            onText={setText}
            level={level}
            onLevel={setLevel}
            file={file}
            isFound={found !== null}
            onFound={setFound}
          />
        </div>
      }
      list={found ? <LogHits found={found} onClear={clear} /> : <LogFileList files={files} active={file} />}
      detail={
        file === undefined ? (
          files.value?.length !== 0 && (
            <EmptyState kind="choose" icon="arrow_back" title={<Text source="Select a log file" />} />
          )
        ) : (
          <LogFileView
            source={source}
            key={`${file}\n${offset}`}
            file={file}
            offset={offset}
            mark={found ? text : ''}
            level={level}
            onAllLevels={() => setLevel('')}
          />
        )
      }
    />
  )
}

function readAddress(search: string): { file: string | undefined; offset: number | undefined } {
  const params = new URLSearchParams(search)
  const offset = params.get('offset')
  return {
    file: params.get('file') ?? undefined,
    offset: offset !== null && /^\d{1,15}$/.test(offset) ? Number(offset) : undefined,
  }
}
