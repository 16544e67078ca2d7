import { frontEndConfig } from '@tavla/app-shell/vite'
import { defineConfig } from 'vite'
import { serviceWorker } from './worker-plugin.ts'

export default defineConfig({ ...frontEndConfig, plugins: [...(frontEndConfig.plugins ?? []), serviceWorker()] })
