import type { EntityRecord, Meta, OpenTransition, TransitionMeta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, Menu, MenuHeader, MenuItem, MenuSeparator, useShortcut } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { offeredTransitions, otherStates } from './transitions.ts'
import type { useTransitions } from './useTransitions.tsx'
import './transitions.css'

interface TransitionButtonsProps {
  meta: Meta
  record: EntityRecord
  transitions: ReturnType<typeof useTransitions>
}

/**
 * The first open transition as a button; a menu under it has the other open ones, and the closed ones with the reason of
 * each (reference: screens, Transitions).
 */
export function TransitionButtons({ meta, record, transitions }: TransitionButtonsProps) {
  const { t } = useI18n()
  const { views } = useEnvironment().client
  const { isPending, take, force } = transitions
  const offered = offeredTransitions(record)
  const [first, ...others] = offered?.open ?? []
  useShortcut('t', () => first && take(first), { isEnabled: first !== undefined, label: t(first?.title ?? '') })
  if (!offered) return null
  const { closed } = offered
  // System Managers may force a state, and are those who share views.
  const forced = views.canShare() ? otherStates(meta, record, offered.open) : []
  const { state_field: name, fields, transitions: rules } = meta.doc_meta
  // A step that is not the main one, such as a cancellation, does not call for a press where the main one is closed.
  const isMain = rules?.some(({ is_primary }) => is_primary === 1) !== true || isPrimary(rules, first?.id)
  const stateLabel = fields.find(({ fieldname }) => fieldname === name)?.label ?? 'Transitions'
  const hasMenu = others.length + closed.length + forced.length > 0
  return (
    <div
      className="transitions record-menu"
      data-joined={(first && hasMenu && (isMain ? 'main' : 'other')) || undefined}
    >
      {first && (
        <Button variant={isMain ? 'primary' : 'secondary'} isPending={isPending} onClick={() => take(first)}>
          <Text source={first.title} />
        </Button>
      )}
      {hasMenu && (
        <Menu
          label={first ? t('Transitions') : t(stateLabel)}
          align="end"
          triggerClassName="button transitions-more"
          trigger={
            <>
              {!first && <Text source={stateLabel} />}
              <Icon name="keyboard_arrow_down" size="small" />
            </>
          }
        >
          {others.map((one) => (
            <MenuItem key={one.id} icon="arrow_forward" onAction={() => take(one)}>
              <Text source={one.title} />
            </MenuItem>
          ))}
          {closed.map((one) => (
            <ClosedTransition key={one.id} transition={one} />
          ))}
          {forced.length > 0 && (
            <>
              {others.length + closed.length > 0 && <MenuSeparator />}
              <MenuHeader>
                <span className="transition-why">
                  <Text source="Without a transition, with a reason" />
                </span>
              </MenuHeader>
              {forced.map((state) => (
                <MenuItem key={state} icon="bolt" onAction={() => force(state)}>
                  <Text source={state} context={meta.doc_meta.state_field ?? undefined} />
                </MenuItem>
              ))}
            </>
          )}
        </Menu>
      )}
    </div>
  )
}

const isPrimary = (rules: readonly TransitionMeta[], id: string | undefined): boolean =>
  rules.some((rule) => rule.id === id && rule.is_primary === 1)

/** A closed transition takes the focus, so that its reason is read; a press does nothing. */
function ClosedTransition({ transition: { title, why } }: { transition: OpenTransition }) {
  return (
    <button
      type="button"
      role="menuitem"
      aria-disabled="true"
      data-says-why=""
      tabIndex={-1}
      className="menu-item transition-closed"
    >
      <Icon name="block" size="small" />
      <span className="menu-item-text">
        <Text source={title} />{' '}
        <span className="transition-why" dir="auto">
          {why}
        </span>
      </span>
    </button>
  )
}
