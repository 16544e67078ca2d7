import type { Flag } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Checkbox } from '@tavla/ui'
import { type ReactNode, useId, useState } from 'react'

interface CloneChoices {
  /** As the calls take them. */
  data: { mask: Flag; keep_sign_in: Flag }
  boxes: ReactNode
}

/** Whether a clone masks personal data and keeps sign-ins, with the boxes that ask (reference: hosting, Clone). */
export function useCloneChoices(): CloneChoices {
  const [isMasked, setMasked] = useState(true)
  const [keepsSignIns, setKeepsSignIns] = useState(true)
  const id = useId()
  return {
    data: { mask: isMasked ? 1 : 0, keep_sign_in: keepsSignIns ? 1 : 0 },
    boxes: (
      <>
        <div className="field">
          <Checkbox isChecked={isMasked} onChange={setMasked} aria-describedby={`${id}-mask`}>
            <Text source="Mask Personal Data" />
          </Checkbox>
          <p className="field-help" id={`${id}-mask`}>
            <Text source="Values of fields that are marked as personal are replaced by invented ones." />
          </p>
        </div>
        <div className="field">
          <Checkbox isChecked={keepsSignIns} onChange={setKeepsSignIns} aria-describedby={`${id}-sign-ins`}>
            <Text source="Keep Sign-Ins" />
          </Checkbox>
          <p className="field-help" id={`${id}-sign-ins`}>
            <Text source="People sign in to the clone with the passwords they have. Without this, only Administrator can." />
          </p>
        </div>
      </>
    ),
  }
}
