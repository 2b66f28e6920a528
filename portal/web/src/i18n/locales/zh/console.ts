/** The machine's consoles. */
export const consoles = {
  console: {
    kind: '控制台类型',
    kinds: { SERIAL: '串行控制台', VNC: '图形屏幕' },
    about: {
      SERIAL: '通过串口登录实例，无需网络；也能看到启动过程。',
      VNC: '查看并操作实例的屏幕，如同坐在显示器前。',
    },
    connect: '连接',
    reconnect: '重新连接',
    disconnect: '断开连接',
    sendKeys: '发送按键',
    paste: '粘贴文本',
    pasteMissing_other: '已发送；有 {{count}} 个字符无法用键盘输入，已跳过。',
    pasteRefused: '浏览器未允许读取剪贴板。请允许后重试，或在控制台中按 Ctrl+V。',
    fullWindow: '全屏',
    ask: '打开 {{user}}/{{name}} 的控制台？',
    askBody: '通过控制台，您可以看到用户 {{user}} 屏幕上的内容，并可进行输入和操作。',
    takeOver: '控制台正在使用中',
    takeOverBody: '该控制台已在其他窗口打开，每次只能有一人使用。接管后，对方会断开连接并收到通知。',
    takeOverAction: '接管',
    off: '控制台不可用',
    offBody: '实例启动后可以使用控制台。',
    ended: {
      SESSION_ENDED: '登录已失效，控制台已断开。',
      TAKEN_OVER: '其他人打开了该控制台，您的连接已断开。',
      NOT_RUNNING: '实例已停止，控制台已断开。',
      IDLE: '一小时内没有操作，控制台已断开。',
      DISCONNECTED: '连接已断开，请重新连接；若实例正在关机或重启，请稍后再试。',
    },
  },
};
