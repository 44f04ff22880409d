import { fileURLToPath } from 'node:url'
import type { StorybookConfig } from '@storybook/react-vite'

const config: StorybookConfig = {
  stories: ['../**/*.stories.tsx'],
  framework: {
    name: '@storybook/react-vite',
    options: { builder: { viteConfigPath: fileURLToPath(new URL('../../../vite.config.ts', import.meta.url)) } },
  },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: { sidebarOnboardingChecklist: false },
  typescript: { reactDocgen: false },
  viteFinal: ({ plugins = [], ...rest }) => ({
    ...rest,
    // Storybook names them from where it was started, Vite looks for them from here: found late, packages would load in turns.
    optimizeDeps: { entries: ['**/*.stories.tsx'] },
    // Only the client that is served has need of compressed files.
    plugins: plugins.filter((plugin) => !(plugin && 'name' in plugin && plugin.name === 'compress-client')),
  }),
}

export default config
