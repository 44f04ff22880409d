/** What an organization allows assistants. */
export interface AssistantSettings {
  /** Whether they see values of rows. */
  readonly showsValues: boolean
}
