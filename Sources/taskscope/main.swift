print("taskscope")
