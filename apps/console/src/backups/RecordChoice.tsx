import { limits } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, SearchField } from '@tavla/ui'
import { useState } from 'react'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { hasLevel } from '../project/levels.ts'
import { PanelState } from '../reading/PanelState.tsx'
import { ComparedNote } from './ComparedNote.tsx'
import { ConfirmRestore } from './ConfirmRestore.tsx'
import { FieldDifference } from './FieldDifference.tsx'
import { RecordLines } from './RecordLines.tsx'
import { StateChoice } from './StateChoice.tsx'
import { useRecordPage } from './useRecordPage.ts'

/**
 * Chooses records of the backup, of those that are missing or have changed first; one alone shows its fields then and
 * now, and can come back in part.
 */
export function RecordChoice({ backup, entity }: { backup: string; entity: string }) {
  const { t, formatNumber } = useI18n()
  const mayRestore = hasLevel(useActiveProject().project, 'Manage')
  const { typed, setTyped, reading, state, showState, showMore } = useRecordPage(backup, entity)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  /** Null for all that differ. */
  const [fields, setFields] = useState<ReadonlySet<string> | null>(null)
  const { value, error, isReading } = reading
  const choose = (next: ReadonlySet<string>) => {
    setFields(null)
    setChosen(next)
  }
  const [shown, count] = [value?.found.data.length ?? 0, value?.found.count ?? 0]
  const [only = ''] = chosen
  const alone = chosen.size === 1 ? value?.compared.get(only) : undefined
  const part = alone?.state === 'Changed' && fields !== null ? [...fields] : undefined
  return (
    <>
      <SearchField label={t('Search')} value={typed} onChange={setTyped} onSearch={() => undefined} />
      {!value || error ? (
        <PanelState reading={reading} shape="rows" />
      ) : (
        <>
          <StateChoice found={value.found} shown={state} onChange={showState} />
          <ComparedNote found={value.found} />
          {shown === 0 ? (
            <EmptyState kind="noResult" title={<Text source="No results" />} />
          ) : (
            <RecordLines
              {...value}
              isReading={isReading}
              chosen={chosen}
              // Without restoring there is no use for several: one shows its fields.
              isSingle={!mayRestore}
              onChoose={choose}
            />
          )}
          {shown < count && (
            <p className="restore-note">
              <Text source="{0} of {1}" args={[shown, count].map((one) => formatNumber(one, 0))} />
              {shown < limits.pageCap && (
                <Button variant="quiet" isPending={isReading} onClick={showMore}>
                  <Text source="More" />
                </Button>
              )}
            </p>
          )}
        </>
      )}
      {alone?.state === 'Changed' && (
        <FieldDifference
          {...{ backup, entity }}
          record={alone}
          chosen={fields}
          onChange={mayRestore ? setFields : undefined}
        />
      )}
      {mayRestore && (
        <ConfirmRestore
          what={{ backup, entity, ids: [...chosen], ...(part && { fields: part }) }}
          count={part?.length === 0 ? 0 : chosen.size}
          onDone={() => {
            choose(new Set())
            void reading.reload()
          }}
        />
      )}
    </>
  )
}
