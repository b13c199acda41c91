/** The page that chats show for replies, in one file. The build puts it here; without a build there is none. */
export const chatAppPage = '';
