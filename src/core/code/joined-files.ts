import type { CodeFile } from './code-plan.ts'

/** All files as one text: a YAML file may have several documents, and each begins with the name of its file. */
export const joinedFiles = (files: readonly CodeFile[]): string =>
  files.map(({ name, text }) => `---\n# ${name}\n${text}`).join('')

/** `Analytical Engines` → `Analytical Engines.millrace.yaml`: a file name that every system accepts. */
export const joinedFileName = (organization: string): string =>
  `${organization.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim() || 'organization'}.millrace.yaml`
