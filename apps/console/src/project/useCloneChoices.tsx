import type { Flag } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Checkbox } from '@tavla/ui'
import { type ReactNode, useState } from 'react'

interface CloneChoices {
  /** As the calls take them. */
  data: { mask: Flag; keep_sign_in: Flag }
  boxes: ReactNode
}

/** Whether a clone masks personal data and keeps sign-ins, with the boxes that ask (reference: hosting, Clone). */
export function useCloneChoices(): CloneChoices {
  const [isMasked, setMasked] = useState(true)
  const [keepsSignIns, setKeepsSignIns] = useState(true)
  return {
    data: { mask: isMasked ? 1 : 0, keep_sign_in: keepsSignIns ? 1 : 0 },
    boxes: (
      <>
        <Checkbox isChecked={isMasked} onChange={setMasked}>
          <Text source="Mask Personal Data" />
        </Checkbox>
        <Checkbox isChecked={keepsSignIns} onChange={setKeepsSignIns}>
          <Text source="Keep Sign-Ins" />
        </Checkbox>
      </>
    ),
  }
}
