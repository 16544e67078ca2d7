import { useI18n } from '@tavla/i18n/react'
import type { NavItem, SideNavProps } from '@tavla/ui'
import { createElement } from 'react'
import { useLocation } from 'react-router'
import { listPath, unmatchedPath } from '../paths.ts'
import { NavFailed } from './NavFailed.tsx'
import { useNavigation } from './useNavigation.ts'

interface NavItems {
  home: NavItem
  items: NavItem[]
  note: SideNavProps['note']
}

/** The links of the side navigation: home, then one for each main entity (reference: screens, Frame). */
export function useNavItems(entity: string | undefined): NavItems {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const { entities, unmatched, status } = useNavigation()
  const home = { href: '/app', icon: 'home', label: t('Home'), source: 'Home', isActive: /^\/app\/?$/i.test(pathname) }
  const items: NavItem[] = entities.map((item) => ({
    href: listPath(item.id),
    icon: item.icon,
    label: t(item.label),
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
  return { home, items, note: status === 'failed' ? failed : undefined }
}

const failed = (isNarrow: boolean) => createElement(NavFailed, { isNarrow })
