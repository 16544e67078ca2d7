import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { Text } from '@tavla/i18n/react'
import { Button, Checkbox, ConfirmDialog, Icon } from '@tavla/ui'
import { useState } from 'react'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { ProjectName } from '../project/ProjectName.tsx'
import { projectMark } from '../project/project-mark.ts'
import { useCloneChoices } from '../project/useCloneChoices.tsx'

/** Makes a clone anew of its source, after a question (reference: hosting, Refreshing a clone). */
export function RefreshClone({ source }: { source: string }) {
  const { project } = useActiveProject()
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const choices = useCloneChoices()
  const [keepsDefinitions, setKeepsDefinitions] = useState(true)
  // A clone that does not run cannot tell them.
  const canKeep = project.status === 'Running'
  const refresh = async () => {
    setPending(true)
    const data = { ...choices.data, keep_definitions: canKeep && keepsDefinitions ? 1 : 0 }
    try {
      await client.entities.runAction('Project', project.id, 'refresh_clone', data)
    } catch (error) {
      showError(error)
    }
    setAsking(false)
    setPending(false)
  }
  return (
    <>
      <Button icon={<Icon name="sync" />} onClick={() => setAsking(true)}>
        <Text source="Refresh Clone" />
      </Button>
      {isAsking && (
        <ConfirmDialog
          isDangerous
          message={<Text source="Replace the data of {0} by those of {1}?" args={[project.id, source]} />}
          reversal={null}
          confirmLabel={<Text source="Refresh Clone" />}
          isPending={isPending}
          onConfirm={() => void refresh()}
          onCancel={() => setAsking(false)}
        >
          <ProjectName mark={projectMark(project)} />
          <p>
            <Text source="A safety copy is taken first." />
          </p>
          <div className="project-checks">
            {choices.boxes}
            <Checkbox isChecked={canKeep && keepsDefinitions} disabled={!canKeep} onChange={setKeepsDefinitions}>
              <Text source="Keep Definitions of the Clone" />
            </Checkbox>
          </div>
        </ConfirmDialog>
      )}
    </>
  )
}
