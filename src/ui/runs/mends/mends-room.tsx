import styles from './mends-room.module.css'

/** Where buttons will be once the flow and its connections are loaded, so that what is below does not move. */
export const MendsRoom = () => <span className={styles['room']} />
