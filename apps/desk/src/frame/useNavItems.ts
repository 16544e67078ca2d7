import { useUnread } from '@tavla/app-shell/frame'
import { pinnedViews } from '@tavla/client/pinned'
import { useI18n } from '@tavla/i18n/react'
import { lazyPart, type NavItem, type SideNavProps } from '@tavla/ui'
import { createElement, Suspense, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { inboxPath, listPath, unmatchedPath } from '../paths.ts'
import { NavFailed } from './NavFailed.tsx'
import { useNavigation } from './useNavigation.ts'

interface NavItems {
  home: NavItem
  items: NavItem[]
  note: SideNavProps['note']
}

/** The links of the side navigation: home and inbox, then one for each main entity (reference: screens, Frame). */
export function useNavItems(entity: string | undefined): NavItems {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const { entities, unmatched, status } = useNavigation()
  const home = { href: '/app', icon: 'home', label: t('Home'), source: 'Home', isActive: /^\/app\/?$/i.test(pathname) }
  const inbox: NavItem = {
    ...{ href: inboxPath, icon: 'inbox', label: t('Inbox'), source: 'Inbox', isActive: pathname === inboxPath },
    ...{ count: useUnread(), countLabel: t('Unread'), isOwn: true },
  }
  const items: NavItem[] = entities.map((item) => ({
    href: listPath(item.id),
    icon: item.icon,
    label: t(item.label, undefined, item.id),
    source: item.label,
    isActive: item.id === entity,
    count: item.open_count,
    countLabel: t('Open'),
  }))
  const isUnmatched = pathname.startsWith(unmatchedPath)
  // Without unmatched messages the link would lead to an empty list.
  if (unmatched > 0 || isUnmatched) {
    items.push({
      ...{ href: unmatchedPath, icon: 'link_off', label: t('Unmatched'), source: 'Unmatched', isActive: isUnmatched },
      ...{ count: unmatched, countLabel: t('Open') },
    })
  }
  const hasPins = useHasPins()
  return { home, items: [inbox, ...items], note: status === 'failed' ? failed : hasPins ? pinned : undefined }
}

/** Loads with the first pinned view. */
const PinnedNav = lazyPart(() => import('./PinnedNav.tsx'), 'line')

const useHasPins = () => useSyncExternalStore(pinnedViews.subscribe, hasPinned)
const hasPinned = () => (pinnedViews.getSnapshot().views?.length ?? 0) > 0

const failed = (isNarrow: boolean) => createElement(NavFailed, { isNarrow })
const pinned: SideNavProps['note'] = (isNarrow, onFollow) =>
  createElement(Suspense, { fallback: null }, createElement(PinnedNav, { isNarrow, onFollow }))
