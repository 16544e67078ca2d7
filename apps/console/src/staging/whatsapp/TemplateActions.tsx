import { type EntityRecord, textOf } from '@tavla/contract'
import { MoreSteps } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Button, Dialog, MenuItem } from '@tavla/ui'
import { useState } from 'react'
import { JobButton } from '../jobs/JobButton.tsx'
import type { Jobs, Outcome } from '../jobs/useJobs.ts'

interface State {
  status: string
  rejection_reason: string | null
}

/** Submits a template for approval, reads its state, and previews its text. */
export function TemplateActions({ jobs }: { jobs: Jobs }) {
  const { t, record } = jobs
  const [text, setText] = useState<string | null>(null)
  if (!record || !jobs.canWrite) return null
  const tell = ({ status, rejection_reason }: State): Outcome => ({
    text: [t(status, undefined, 'status'), rejection_reason].filter(Boolean).join(': '),
    tone: status === 'Approved' ? 'success' : status === 'Rejected' ? 'error' : 'plain',
  })
  const preview = () =>
    jobs.run<{ text: string }>(
      'preview',
      (answer) => {
        setText(answer.text)
        return null
      },
      { template_parameters: samplesOf(record) },
    )
  return (
    <>
      <JobButton jobs={jobs} action="preview" icon="visibility" label="Preview" onPress={() => void preview()} />
      <MoreSteps>
        <MenuItem icon="send" onAction={() => void jobs.run('submit_template', tell)}>
          {t('Submit for Approval')}
        </MenuItem>
        <MenuItem icon="sync" onAction={() => void jobs.run('sync_template', tell)}>
          {t('Sync')}
        </MenuItem>
      </MoreSteps>
      {text !== null && (
        <Dialog
          title={<Text source="Preview" />}
          size="small"
          onClose={() => setText(null)}
          footer={
            <Button onClick={() => setText(null)}>
              <Text source="Close" />
            </Button>
          }
        >
          <p className="template-preview" dir="auto">
            {text}
          </p>
        </Dialog>
      )}
    </>
  )
}

/**
 * One sample per line, or all on one line with commas if the text has several placeholders (reference: metadata, Rules
 * of built-in entities).
 */
function samplesOf({ body, sample_values: samples }: EntityRecord): string[] {
  const split = (mark: string) =>
    textOf(samples)
      .split(mark)
      .map((sample) => sample.trim())
      .filter((sample) => sample !== '')
  const asked = new Set(textOf(body).match(/\{\{\s*\d+\s*\}\}/g)).size
  return split('\n').length === asked ? split('\n') : split(',')
}
