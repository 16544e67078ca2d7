import { type I18n, useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useCallback, useEffect, useRef } from 'react'

let wasTold = false

/** Says once that this browser keeps no drafts: its storage is full or forbidden. Work goes on. */
export function tellCannotKeep(t: I18n['t']): void {
  if (!wasTold) notify(t('This browser cannot keep drafts.'))
  wasTold = true
}

export function useCannotKeep(): () => void {
  const { t } = useI18n()
  const latest = useRef(t)
  useEffect(() => {
    latest.current = t
  })
  return useCallback(() => tellCannotKeep(latest.current), [])
}
