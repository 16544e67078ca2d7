import { useI18n } from '@tavla/i18n/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createAnnouncer } from './announcer.ts'
import type { UploadEvent, UploadItem } from './upload-queue.ts'

/** The text of the widget's live region, and how to tell it of an event. `count` = files in the list. */
export function useAnnouncements(count: number) {
  const { t, formatNumber } = useI18n()
  const [spoken, setSpoken] = useState('')
  const latest = useRef({ t, formatNumber, count })
  useEffect(() => {
    latest.current = { t, formatNumber, count }
  })

  const announcer = useMemo(() => {
    const withCount = (filename: string, label: string) => {
      const { t, formatNumber, count } = latest.current
      return `${filename} ${t(label)}, ${formatNumber(count)} ${t(count === 1 ? 'file in list' : 'files in list')}`
    }
    return { ...createAnnouncer(setSpoken, (names) => withCount(names, 'Added')), withCount }
  }, [])
  useEffect(() => announcer.stop, [announcer])

  const tell = useMemo(
    () => (event: UploadEvent, item: UploadItem) => {
      const { t } = latest.current
      const { name } = item.file
      if (event === 'added') announcer.announceAdded(name)
      // The list is one shorter only once it has been drawn again.
      else if (event === 'removed') queueMicrotask(() => announcer.announce(announcer.withCount(name, 'Removed')))
      else announcer.announce(`${name} ${t(texts[event])}`)
    },
    [announcer],
  )
  return { spoken, tell }
}

const texts: Readonly<Record<Exclude<UploadEvent, 'added' | 'removed'>, string>> = {
  processing: 'Uploading',
  complete: 'Upload complete',
  cancelled: 'Upload cancelled',
  error: 'Error during upload',
  'revert error': 'Error during revert',
}
