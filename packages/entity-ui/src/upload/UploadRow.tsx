import { ApiError } from '@tavla/client'
import { fileSize } from '@tavla/fields/ui'
import { localeOf } from '@tavla/i18n'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { IconButton } from '@tavla/ui'
import { expectation } from './accept.ts'
import type { UploadResponse } from './transport.ts'
import { isUnderWay, type UploadItem, type UploadQueue } from './upload-queue.ts'
import { statusTexts } from './upload-status.ts'

interface UploadRowProps {
  item: UploadItem
  accept: readonly string[]
  queue: UploadQueue
}

/** One file: its name, size, progress and action. */
export function UploadRow({ item, accept, queue }: UploadRowProps) {
  const { t, language, formatNumber } = useI18n()
  const { key, file, status, sent } = item
  const { main, sub, action, icon } = statusTexts[status]
  const { amount, unit } = fileSize(file.size, localeOf(language))
  const percent = file.size === 0 ? 0 : Math.floor((sent / file.size) * 100)
  const hint = expectation(accept, localeOf(language))

  const act = () => {
    if (action === 'Abort') queue.cancel(key)
    else if (action === 'Retry') queue.retry(key)
    else void queue.remove(key)
  }

  return (
    <li className="upload-row" data-status={status}>
      <span className="upload-name">
        <bdi className="cut">{file.name}</bdi>
        <bdi className="upload-size">
          {amount}&nbsp;
          <Text source={unit} />
        </bdi>
      </span>
      <span className="upload-status">
        <span>
          {/* A file that waits for its turn has no state to show yet. */}
          {status !== 'idle' && <Text source={main} />}
          {status === 'processing' && (
            <>
              {' '}
              <bdi className="numeric">{formatNumber(percent)}%</bdi>
            </>
          )}
        </span>
        <span className="upload-sub">
          {status === 'invalid' ? (
            <Text source={hint.text} args={hint.args} />
          ) : item.response ? (
            reason(item.response)
          ) : (
            sub && <Text source={sub} />
          )}
        </span>
      </span>
      <span className="upload-actions">
        <IconButton icon={icon} label={t(action)} size="small" disabled={status === 'reverting'} onClick={act} />
        {action === 'Retry' && (
          <IconButton icon="close" label={t('Remove')} size="small" onClick={() => void queue.remove(key)} />
        )}
      </span>
      {isUnderWay(item) && (
        <progress className="upload-progress" aria-label={`${file.name} ${t('Uploading')}`} max={100} value={percent} />
      )}
    </li>
  )
}

/** The server's reason for a refused upload; a lost connection has a text of our own. */
function reason(response: UploadResponse) {
  if (response.status === 0) return <Text source="The server cannot be reached. Check your connection and try again." />
  return <ErrorMessage error={new ApiError(response.status, bodyOf(response.text))} />
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
