import { client } from '@tavla/app-shell/frame'
import { useEffect } from 'react'
import { useLiveReading } from '../reading/useLiveReading.ts'

/** Whether somebody has saved the recovery key; undefined as long as that is unknown, and for whom it does not concern. */
export function useRecoveryKeySaved(): boolean | undefined {
  useEffect(() => client.live.watchRecord('HQ Settings', 'HQ Settings'), [])
  const { value } = useLiveReading(
    'recovery key',
    () => client.entities.get('HQ Settings', 'HQ Settings').catch(() => undefined),
    ({ entity }) => entity === 'HQ Settings',
  )
  return value && value.recovery_key_saved === 1
}
