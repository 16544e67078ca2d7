import { limits } from '@tavla/contract'
import { addTranslation, Text, type TextSource, useI18n } from '@tavla/i18n/react'
import { Dialog, FormFoot, notify, TextArea } from '@tavla/ui'
import { useState } from 'react'
import { client } from '../app-client.ts'
import { showError } from '../errors/error-window.ts'

/** Edits and saves the translation of one text, which is required (reference: texts, Missing translations). */
export default function TranslationEditor({ text, onClose }: { text: TextSource; onClose: () => void }) {
  const { t, language, isMissing } = useI18n()
  const { source, context } = text
  const [translated, setTranslated] = useState(() =>
    isMissing(source, context ?? undefined) ? '' : t(source, undefined, context ?? undefined),
  )
  const [isEmpty, setEmpty] = useState(false)
  const [isPending, setPending] = useState(false)

  const save = async () => {
    if (isPending) return
    setEmpty(translated.trim() === '')
    if (translated.trim() === '') return
    setPending(true)
    try {
      const translatedText = translated.trim()
      await client.app.submitTranslation({ sourceText: source, translatedText, language, context })
      addTranslation({ source_text: source, translated_text: translatedText, language, ...(context && { context }) })
      notify(t('Translation saved'), { tone: 'success' })
      onClose()
    } catch (error) {
      showError(error)
      setPending(false)
    }
  }

  return (
    <div data-translation-editor>
      <Dialog
        title={<Text source="Translation" />}
        onClose={onClose}
        onSubmit={() => void save()}
        footer={
          <FormFoot onCancel={onClose} isPending={isPending}>
            <Text source="Save" />
          </FormFoot>
        }
      >
        <div className="translation-form">
          <div className="field">
            <span className="field-label">
              <Text source="Source Text" />
            </span>
            <p className="translation-source" dir="ltr" lang="en">
              {source}
            </p>
          </div>
          <TextArea
            label={<Text source="Translated Text" />}
            error={isEmpty && <Text source="Translated text is required" />}
            maxLength={limits.translationLength}
            value={translated}
            onChange={setTranslated}
            onKeyDown={(event) => {
              // Shift+Enter starts a line; the Enter that ends a composed word belongs to the input method.
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              void save()
            }}
          />
        </div>
      </Dialog>
    </div>
  )
}
