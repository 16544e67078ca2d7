import { showError } from '@tavla/app-shell'
import type { EntityRecord } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button, ConfirmDialog, Icon } from '@tavla/ui'
import { useState } from 'react'
import { ProjectName } from '../project/ProjectName.tsx'
import { projectMark } from '../project/project-mark.ts'
import { Lost } from './Outcomes.tsx'
import { lossOfRollBack, type PlanItem } from './promotion-calls.ts'

interface RollBackProps {
  promotion: string
  /** Undefined for a project that the operator cannot see. */
  target: EntityRecord | undefined
  items: readonly PlanItem[]
  isPending: boolean
  onConfirm: () => void
}

/** Takes a promotion back, after a question that lists the losses. */
export function RollBack({ promotion, target, items, isPending, onConfirm }: RollBackProps) {
  const [lost, setLost] = useState<readonly unknown[] | null>(null)
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    await lossOfRollBack(promotion).then(setLost, showError)
    setAsking(false)
  }
  return (
    <>
      <Button icon={<Icon name="undo" />} isPending={isPending || isAsking} onClick={() => void ask()}>
        <Text source="Roll Back" />
      </Button>
      {lost && (
        <ConfirmDialog
          isDangerous
          message={<Text source="Take the changes of this promotion back?" />}
          reversal={null}
          confirmLabel={<Text source="Roll Back" />}
          startsOnConfirm
          onConfirm={() => {
            setLost(null)
            onConfirm()
          }}
          onCancel={() => setLost(null)}
        >
          {target && <ProjectName mark={projectMark(target)} />}
          <Lost outcomes={lost} items={items} />
        </ConfirmDialog>
      )}
    </>
  )
}
