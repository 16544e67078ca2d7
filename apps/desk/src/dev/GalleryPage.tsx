import { direction } from '@tavla/i18n'
import { Button, Select, UiProvider } from '@tavla/ui'
import { type ReactNode, useEffect, useState } from 'react'
import './gallery.css'

const themes = ['system', 'light', 'dark'].map((value) => ({ value, label: value }))

/** The page of a gallery, with a choice of direction and theme. */
export function GalleryPage({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState('system')
  const [language, setLanguage] = useState('en')

  useEffect(() => {
    const root = document.documentElement
    root.dir = direction(language)
    root.lang = language
    if (theme === 'system') delete root.dataset.theme
    else root.dataset.theme = theme
  }, [theme, language])

  return (
    <UiProvider translate={(source) => source} locale={language === 'he' ? 'he-IL' : 'en-GB'}>
      <main className="gallery">
        <header className="gallery-bar">
          <Select aria-label="theme" options={themes} value={theme} onChange={setTheme} />
          <Button onClick={() => setLanguage(language === 'he' ? 'en' : 'he')}>{language}</Button>
        </header>
        {children}
      </main>
    </UiProvider>
  )
}
