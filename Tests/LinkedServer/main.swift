import ParlorServer

runLinkedServer()
