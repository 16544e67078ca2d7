import { useI18n } from '@tavla/i18n/react'
import { useEffect, useState } from 'react'
import { createAnnouncer } from './announcer.ts'
import type { UploadEvent, UploadItem } from './upload-queue.ts'

/** The text of the widget's live region, and a function that announces an event; `count` = files in the list. */
export function useAnnouncements() {
  const { t, formatNumber } = useI18n()
  const [spoken, setSpoken] = useState('')
  const [announcer] = useState(() => createAnnouncer(setSpoken))
  useEffect(() => announcer.stop, [announcer])

  const tell = (event: UploadEvent, { file: { name } }: UploadItem, count: number) => {
    const withCount = (names: string, label: string) =>
      `${names} ${t(label)}, ${formatNumber(count)} ${t(count === 1 ? 'file in list' : 'files in list')}`
    if (event === 'added') announcer.announceAdded(name, (names) => withCount(names, 'Added'))
    else announcer.announce(event === 'removed' ? withCount(name, 'Removed') : `${name} ${t(texts[event])}`)
  }
  return { spoken, tell }
}

const texts: Readonly<Record<Exclude<UploadEvent, 'added' | 'removed'>, string>> = {
  processing: 'Uploading',
  complete: 'Upload complete',
  cancelled: 'Upload cancelled',
  error: 'Error during upload',
  'revert error': 'Error during revert',
}
